import type { VNode } from 'preact';

/** Paths of icons of 16 by 16. */
const ICONS = {
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5h.01',
  audit: 'M3.5 1.5h6l3 3v10h-9zM6 7.5h4M6 10.5h4',
  batches: 'm8 1.5 6.5 3.25L8 8 1.5 4.75zM1.5 8 8 11.25 14.5 8M1.5 11.25 8 14.5l6.5-3.25',
  both: 'm5 10 3 3 3-3M5 6l3-3 3 3',
  close: 'm4 4 8 8M12 4l-8 8',
  departments: 'M5.5 1.5h5v4h-5zM1.5 10.5h5v4h-5zM9.5 10.5h5v4h-5zM8 5.5V8M4 10.5V8h8v2.5',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  locations: 'M8 14.5c3-3.5 4.5-5.8 4.5-8a4.5 4.5 0 0 0-9 0c0 2.2 1.5 4.5 4.5 8zM8 6.5h.01',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  no: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13M5.75 5.75l4.5 4.5M10.25 5.75l-4.5 4.5',
  out: 'M9 2h5v5M14 2 7.5 8.5M6 3H3v10h10v-3',
  permissions: 'M5 4.75a3.25 3.25 0 1 1 0 6.5a3.25 3.25 0 1 1 0-6.5M8.25 8h6.25v3M11.5 8v2.5',
  plus: 'M8 3v10M3 8h10',
  reviews: 'm1.5 4.5 1.5 1.5 2.5-3M1.5 11.5l1.5 1.5 2.5-3M8.5 4.5h6M8.5 11.5h6',
  right: 'm6 4 4 4-4 4',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.5 10.5l3.5 3.5',
  up: 'M8 13V3M4 7l4-4 4 4',
  users:
    'M6 2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M1.5 13.5c0-2.5 2-4.5 4.5-4.5s4.5 2 4.5 4.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.4c1.5.6 2.5 2.2 2.5 4.1',
  yes: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13M5 8.25l2 2 4-4.25',
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ of }: { of: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[of]} stroke-width={of === 'more' ? 2.5 : undefined} />
    </svg>
  );
}

export function Brand(): VNode {
  return (
    <>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5" fill="currentColor" />
        <path d="M5.5 6.5h9M5.5 10h9M5.5 13.5h5" stroke="#fff" stroke-width="1.75" stroke-linecap="round" />
      </svg>
      ops-admin
    </>
  );
}
