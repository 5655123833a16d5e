import type { ComponentChildren, VNode } from 'preact';
import { addressWith, go, usePlace } from '../address.js';
import { words } from '../words.js';
import { Icon, type IconName } from './icon.js';
import type { Loaded } from './load.js';
import { useSlow } from './status.js';

/** A head that sorts ascending, then descending if the service supports it. */
export function SortHead(props: {
  text: string;
  /** The value of `sort` in the address; empty for the default order. */
  by: string;
  down?: string | undefined;
  sort: string | undefined;
  class?: string;
}): VNode {
  const { by, down, sort = '', text } = props;
  const place = usePlace();
  const order = sort === by ? 'ascending' : down !== undefined && sort === down ? 'descending' : 'none';
  return (
    <th scope="col" class={props.class} aria-sort={order}>
      <button
        type="button"
        class="sort"
        onClick={() =>
          go(addressWith(place, { sort: order === 'ascending' ? (down ?? by) : by, from: undefined }))
        }
      >
        {text} <Icon of="up" />
      </button>
    </th>
  );
}

export function NoHead({ text, class: kind = 'do' }: { text: string; class?: string }): VNode {
  return (
    <th scope="col" class={kind}>
      <span class="unseen">{text}</span>
    </th>
  );
}

function PickBox(props: {
  label: string;
  isSelected: boolean;
  isPartly?: boolean;
  onSelect: (isSelected: boolean) => void;
}): VNode {
  const { isPartly, isSelected, label, onSelect } = props;
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        indeterminate={isPartly}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
    </label>
  );
}

/** The head of the column of boxes, which selects all rows or none. */
export function PickAll(props: {
  label: string;
  rows: number;
  selected: number;
  onSelect: (isSelected: boolean) => void;
}): VNode {
  const { label, onSelect, rows, selected } = props;
  return (
    <th scope="col" class="pick">
      <PickBox
        label={label}
        isSelected={rows > 0 && selected === rows}
        isPartly={selected > 0 && selected < rows}
        onSelect={onSelect}
      />
    </th>
  );
}

export function Pick(props: {
  of: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}): VNode {
  return (
    <td class="pick">
      <PickBox {...props} label={words.many.select(props.of)} />
    </td>
  );
}

export function SelectionBar(props: {
  says: string;
  onClear(): void;
  next: readonly [href: string, text: string];
}): VNode {
  const [href, text] = props.next;
  return (
    <section class="bar" aria-label={words.many.selection}>
      <span>{props.says}</span>
      <button type="button" class="link" onClick={props.onClear}>
        {words.many.clear}
      </button>
      <a class="button primary" href={href}>
        {text}
      </a>
    </section>
  );
}

/** The table of a list, with skeleton rows until the first rows arrive. */
export function Table<T>(props: {
  label: string;
  of: Omit<Loaded<T>, 'reload'>;
  class?: string;
  head: ComponentChildren;
  columns: number;
  children: ComponentChildren;
}): VNode | null {
  const { children, columns, head, label } = props;
  const { isLoading, problem, value } = props.of;
  const isSlow = useSlow(isLoading && value === undefined);
  if (value === undefined && (problem || !isSlow)) return null;
  return (
    <div class="scroller">
      <table class={props.class} aria-label={label} aria-busy={isLoading || problem !== undefined}>
        <thead>
          <tr>{head}</tr>
        </thead>
        {value === undefined ? (
          <tbody>
            {Array.from({ length: 8 }, (_, n) => (
              <tr key={n}>
                <td colSpan={columns}>
                  <span class={n % 3 === 1 ? 'bone short' : 'bone'} />
                </td>
              </tr>
            ))}
          </tbody>
        ) : (
          children
        )}
      </table>
    </div>
  );
}

/** An empty list, or with `isView` a missing view, with a next step. */
export function Empty(props: {
  icon: IconName;
  title: string;
  isView?: boolean;
  means?: string | undefined;
  next?: readonly [href: string, text: string] | false | undefined;
  children?: ComponentChildren;
}): VNode {
  const { children, icon, isView, means, next, title } = props;
  const Title = isView ? 'h1' : 'h2';
  return (
    <div class="empty">
      <Icon of={icon} />
      <Title>{title}</Title>
      {means && <p>{means}</p>}
      {children}
      {next && (
        <div class="row">
          <a class="button" href={next[0]}>
            {next[1]}
          </a>
        </div>
      )}
    </div>
  );
}
