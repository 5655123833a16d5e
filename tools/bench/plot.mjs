import { spread } from './statistics.mjs';
import { svg, text } from './svg.mjs';

const WIDTH = 860;
const BAR = 16;
const LEFT = 130;
const SPACE = 430;
const COLOURS = {
  service: '#2563eb',
  'limit-koa': '#64748b',
  'floor-http': '#cbd5e1',
};

/** Requests a second as an SVG: a bar each at the median, a line from the least to the greatest round. */
export function plot(results, verdicts) {
  const parts = [];
  let y = 28;
  for (const [name, { title, servers }] of Object.entries(results)) {
    if (!servers) continue;
    const spreads = Object.entries(servers).map(([server, rounds]) => [
      server,
      spread(rounds.map(({ perSecond }) => perSecond)),
    ]);
    const most = Math.max(...spreads.map(([, { max }]) => max));
    const x = (value) => LEFT + (value / most) * SPACE;
    parts.push(text(10, y, `${title}, requests a second`, 'font-weight="bold"'));
    const top = y;
    for (const [server, { median, min, max }] of spreads) {
      y += BAR + 6;
      const middle = y - BAR / 2 + 3;
      parts.push(
        text(10, y, server),
        `<rect x="${LEFT}" y="${y - BAR + 3}" width="${x(median) - LEFT}" height="${BAR}" fill="${COLOURS[server]}"/>`,
        `<path d="M${x(min)} ${middle}H${x(max)}m0 -4v8M${x(min)} ${middle - 4}v8" stroke="#111" fill="none"/>`,
        text(x(max) + 6, y, Math.round(median).toLocaleString('en')),
      );
    }
    const said = verdicts.filter(({ scenario }) => scenario === name);
    for (const [n, { says, value, sense, bound, met }] of said.entries()) {
      const verdict = `${value.median.toFixed(2)} ${says} (${sense} ${bound})`;
      parts.push(text(LEFT + SPACE + 60, top + (n + 1) * 20, verdict, met ? '' : 'fill="#b91c1c"'));
    }
    y += 36;
  }
  return svg('Requests a second of the service and of what it is measured against', WIDTH, y, parts);
}
