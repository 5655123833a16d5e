import type { Located, Location } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, go, type PlaceQuery } from '../address.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { useLoad } from '../parts/load.js';
import { Menu } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { Facts } from '../parts/texts.js';
import { words } from '../words.js';

export function LocationsView({ query: { address = '' } }: { query: PlaceQuery }): VNode {
  const [text, setText] = useState(address);
  const { isLoading, problem, value } = useLoad(
    address === '' ? undefined : `location ${address}`,
    (service) => service.locate({ address }),
  );
  return (
    <div class="form">
      <div class="head">
        <h1>{words.locations.title}</h1>
        <p class="lead">{words.locations.means}</p>
      </div>
      <Form class="beside" onSend={() => go(addressOf('locations', { address: text.trim() }))}>
        <Field
          label={words.locations.address}
          hint={words.locations.hint}
          value={text}
          onValue={setText}
          maxLength={512}
          mistake={text.trim() === '' ? words.locations.missing : undefined}
        />
        <button type="submit" class="button primary">
          {words.locations.find}
        </button>
      </Form>
      {isLoading && (
        <p class="muted" role="status">
          {words.loading}
        </p>
      )}
      <ProblemNote problem={problem} />
      {value && <Found address={value.address} asked={address} precision={value.precision} />}
    </div>
  );
}

function Found(props: { asked: string; address: Location; precision: Located['precision'] }): VNode {
  const { address, asked, precision } = props;
  const { city, country, lat, long, state } = address;
  const isTown = precision === 'town' && asked.trim().toLowerCase() === city.toLowerCase();
  const at = `${lat.toFixed(4)}, ${long.toFixed(4)}`;
  const isExact = isTown || precision === 'address' || precision === 'airport';
  const facts = [
    [words.locations.city, city],
    [words.locations.region, state],
    [words.locations.country, country],
    [words.locations.coordinates, at],
  ] as const;
  return (
    <section class="box result" aria-labelledby="found">
      <h2 class="title" id="found">
        {asked}
      </h2>
      <p class={isExact ? 'muted' : 'amber'}>
        {isTown ? words.locations.town : words.locations.precision[precision]}
      </p>
      <Facts of={facts.filter(([, text]) => text !== '')} />
      <div class="row">
        <Menu
          label={words.locations.maps}
          class="button"
          items={Object.entries(words.locations.mapOf(lat, long)).map(([text, href]) => ({
            text,
            href,
            isOutside: true,
          }))}
        >
          {words.locations.maps} <Icon of="both" />
        </Menu>
      </div>
    </section>
  );
}
