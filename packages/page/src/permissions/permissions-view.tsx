import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, type Step, usePlace } from '../address.js';
import { Choice } from '../parts/field.js';
import { Chip, Search } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { Menu, Panel } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { PAGE_SIZE, Paging, startIn } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty, NoHead, Table } from '../parts/table.js';
import { Perm } from '../parts/texts.js';
import { numberText, words } from '../words.js';
import { RenameDialog } from './rename-dialog.js';

/** The known permissions: what they are for, and how many users hold each. */
export function PermissionsView(props: { canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, query } = props;
  const { from, listed, module, rename, search = '' } = query;
  const place = usePlace();
  const start = startIn(from);
  const modules = useLoad('modules', (service) => service.listModules());
  const list = useLoad(`permissions ${JSON.stringify([from, listed, module, search])}`, (service) =>
    service.listPermissions({
      start,
      end: start + PAGE_SIZE,
      ...(search && { search }),
      ...(module && { module }),
      ...(listed && { listed: listed === 'yes' }),
    }),
  );
  const { problem, value } = list;
  const apply = (changes: PlaceQuery, step?: Step) =>
    go(addressWith(place, { ...changes, from: undefined }), step);
  const inModule = value?.permissions.map((one) => /^service\.([^.]+)/.exec(one.permission)?.[1] ?? '') ?? [];
  const isListed = listed === 'yes' ? words.permissions.isListed : words.permissions.isNotListed;
  return (
    <>
      <div class="head">
        <h1>{words.permissions.title}</h1>
        <Status of={list} say={({ total }) => words.permissions.found(total)} />
      </div>
      <search class="tools">
        <Search
          label={words.permissions.find}
          placeholder={words.permissions.search}
          value={search}
          onFind={(text) => apply({ search: text }, 'replace')}
        />
        <Panel label={words.filter.open} icon="filter">
          <Choice
            label={words.permissions.module}
            value={module ?? ''}
            onValue={(chosen) => apply({ module: chosen })}
            options={[
              { value: '', label: words.filter.any },
              ...(modules.value?.modules ?? []).map((one) => ({ value: one.module, label: one.module })),
            ]}
          />
          <Choice
            label={words.permissions.listed}
            value={listed ?? ''}
            onValue={(chosen) => apply({ listed: chosen })}
            options={[
              { value: '', label: words.filter.any },
              { value: 'yes', label: words.permissions.isListed },
              { value: 'no', label: words.permissions.isNotListed },
            ]}
          />
        </Panel>
        {module && (
          <Chip
            name={words.permissions.module}
            value={module}
            onRemove={() => apply({ module: undefined })}
          />
        )}
        {listed && (
          <Chip
            name={words.permissions.listed}
            value={isListed}
            onRemove={() => apply({ listed: undefined })}
          />
        )}
      </search>
      <ProblemNote problem={problem} onRetry={list.reload} />
      {value?.total === 0 ? (
        <Empty
          icon="permissions"
          title={words.permissions.none}
          next={Boolean(search || module || listed) && [addressOf('permissions'), words.permissions.all]}
        />
      ) : (
        <Table
          of={list}
          label={words.permissions.title}
          columns={5}
          head={
            <>
              <th scope="col">{words.users.right}</th>
              <th scope="col" class="phone-never">
                {words.permissions.purpose}
              </th>
              <th scope="col" class="wide-only">
                {words.permissions.owner}
              </th>
              <th scope="col" class="num">
                <abbr title={words.permissions.heldByMeans}>{words.permissions.heldBy}</abbr>
              </th>
              <NoHead text={words.actions} />
            </>
          }
        >
          {[...new Set(inModule)].map((one) => (
            <tbody key={one}>
              <tr class="group">
                <th scope="rowgroup" colSpan={5}>
                  {one || words.user.noModule}
                </th>
              </tr>
              {value?.permissions
                .filter((_, n) => inModule[n] === one)
                .map(({ description, holders, owner, permission }) => (
                  <tr key={permission}>
                    <th scope="row">
                      <a href={addressOf('users', { right: permission })}>
                        <Perm of={permission} />
                      </a>
                      {description && <span class="sub phone-only">{description}</span>}
                      {owner && <span class="sub narrow-only">{words.permissions.ownedBy(owner)}</span>}
                    </th>
                    <td class="phone-never">{description}</td>
                    <td class="wide-only muted">{owner}</td>
                    <td class="num">{numberText(holders)}</td>
                    <td class="do">
                      <Menu
                        label={words.actionsFor(permission)}
                        items={[
                          { text: words.permissions.changes, href: addressOf('audit', { permission }) },
                          canChange &&
                            holders > 0 && {
                              text: words.rename.menu,
                              href: addressWith(place, { rename: permission }),
                            },
                        ]}
                      />
                    </td>
                  </tr>
                ))}
            </tbody>
          ))}
        </Table>
      )}
      {value && <Paging start={start} total={value.total} />}
      {canChange && rename && (
        <RenameDialog
          key={rename}
          from={rename}
          onClose={() => go(addressWith(place, { rename: undefined }), 'replace')}
        />
      )}
    </>
  );
}
