import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { Search } from '../parts/form.js';
import { useLoad } from '../parts/load.js';
import { Menu } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { PAGE_SIZE, Paging, startIn } from '../parts/paging.js';
import { Status } from '../parts/status.js';
import { Empty, NoHead, Table } from '../parts/table.js';
import { Perm } from '../parts/texts.js';
import { numberText, words } from '../words.js';
import { RenameDialog } from './rename-dialog.js';

export function PermissionsView(props: { canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, query } = props;
  const { from, rename, search = '' } = query;
  const place = usePlace();
  const start = startIn(from);
  const list = useLoad(`permissions ${start} ${search}`, (service) =>
    service.listPermissions({
      start,
      end: start + PAGE_SIZE,
      ...(search && { search }),
    }),
  );
  const { problem, value } = list;
  const inModule = value?.permissions.map((one) => /^service\.([^.]+)/.exec(one.permission)?.[1] ?? '') ?? [];
  // Purpose and owner come from the catalogue, which not every service has.
  const isDescribed = value?.permissions.some(({ description, owner }) => description ?? owner);
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
          onFind={(text) => go(addressWith(place, { search: text, from: undefined }), 'replace')}
        />
      </search>
      <ProblemNote problem={problem} onRetry={list.reload} />
      {value?.total === 0 ? (
        <Empty
          icon="permissions"
          title={words.permissions.none}
          next={search !== '' && [addressOf('permissions'), words.permissions.all]}
        />
      ) : (
        <Table
          of={list}
          label={words.permissions.title}
          columns={5}
          head={
            <>
              <th scope="col">{words.audit.filters.permission}</th>
              {isDescribed && (
                <>
                  <th scope="col" class="phone-never">
                    {words.permissions.purpose}
                  </th>
                  <th scope="col" class="wide-only">
                    {words.permissions.owner}
                  </th>
                </>
              )}
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
                    {isDescribed && (
                      <>
                        <td class="phone-never">{description}</td>
                        <td class="wide-only muted">{owner}</td>
                      </>
                    )}
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
