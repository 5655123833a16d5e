import type { Located, Location } from '@ops-admin/client';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { addressOf, go, type PlaceQuery } from '../address.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { words } from '../words.js';
import { pointOf, WORLD_BOX, worldPath } from './world.js';

/** Where an address or an airport is. */
export function PlacesView({ query: { address = '' } }: { query: PlaceQuery }): VNode {
  const [text, setText] = useState(address);
  const { isLoading, problem, value } = useLoad(address === '' ? undefined : `place ${address}`, (service) =>
    service.locate({ address }),
  );
  return (
    <>
      <h1>{words.places.title}</h1>
      <Form class="filters one" onSend={() => go(addressOf('places', { address: text.trim() }))}>
        <Field
          label={words.places.address}
          hint={words.places.hint}
          value={text}
          onValue={setText}
          maxLength={512}
        />
        <div class="row">
          <button type="submit" class="primary">
            {words.places.find}
          </button>
        </div>
      </Form>
      {isLoading && <p class="quiet">{words.loading}</p>}
      <ProblemNote problem={problem} />
      {value && <Place address={value.address} asked={address} precision={value.precision} />}
    </>
  );
}

function Place(props: { asked: string; address: Location; precision: Located['precision'] }): VNode {
  const { address, asked, precision } = props;
  const { city, country, lat, long, state } = address;
  const isTown = precision === 'town' && asked.trim().toLowerCase() === city.toLowerCase();
  const name = [city, state, country].filter((part) => part !== '').join(', ');
  const world = useMemo(worldPath, []);
  const [x, y] = pointOf(address);
  return (
    <section class="card">
      <h2>{name}</h2>
      <p>{isTown ? words.places.town : words.places.precision[precision]}</p>
      <p>{words.places.at(lat, long)}</p>
      <svg class="map" viewBox={WORLD_BOX} role="img" aria-label={words.places.map(name)}>
        <path d={world} class="land" />
        <path d={`M${x} 0V142M0 ${y}H360`} class="lines" />
        <circle cx={x} cy={y} r="4" class="pin" />
      </svg>
    </section>
  );
}
