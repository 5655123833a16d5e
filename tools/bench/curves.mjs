import { svg, text } from './svg.mjs';

const [WIDTH, HEIGHT, LEFT, GAP] = [420, 250, 70, 30];
const COLOURS = ['#2563eb', '#b45309', '#15803d', '#b91c1c'];

/** What a cost grows with, as an SVG: one plot each, both axes logarithmic. */
export function curves(growth) {
  const plots = Object.entries(growth).map(([name, one], n) => {
    const [x, y] = [(n % 2) * (WIDTH + GAP), Math.floor(n / 2) * (HEIGHT + GAP)];
    return `<g transform="translate(${x} ${y})">${plotOf(name, one)}</g>`;
  });
  const [width, height] = [2 * WIDTH + GAP, Math.ceil(plots.length / 2) * (HEIGHT + GAP)];
  return svg('How the cost of a request grows', width, height, plots);
}

function plotOf(name, { unit, rows }) {
  const sizes = Object.keys(rows).map(Number);
  const series = Object.keys(rows[sizes[0]]);
  const values = Object.values(rows).flatMap((row) => Object.values(row));
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const [first, last] = [Math.log10(sizes[0]), Math.log10(sizes.at(-1))];
  const x = (size) => LEFT + ((Math.log10(size) - first) / (last - first)) * (WIDTH - LEFT - 90);
  const y = (value) => HEIGHT - 40 - ((Math.log10(value) - low) / (high - low || 1)) * (HEIGHT - 80);
  const parts = [text(10, 20, `${unit} by ${name}`, 'font-weight="bold"')];
  for (let power = low; power <= high; power++) {
    const at = y(10 ** power);
    parts.push(
      `<path d="M${LEFT} ${at}H${WIDTH - 90}" stroke="#e2e8f0"/>`,
      text(LEFT - 6, at + 4, (10 ** power).toLocaleString('en'), 'text-anchor="end"'),
    );
  }
  for (const size of sizes)
    parts.push(text(x(size), HEIGHT - 20, size.toLocaleString('en'), 'text-anchor="middle"'));
  for (const [n, one] of series.entries()) {
    const points = sizes.map((size) => `${x(size).toFixed(1)} ${y(rows[size][one]).toFixed(1)}`);
    parts.push(
      `<path d="M${points.join('L')}" stroke="${COLOURS[n]}" fill="none" stroke-width="2"/>`,
      text(WIDTH - 84, 44 + n * 16, one, `fill="${COLOURS[n]}"`),
    );
  }
  return parts.join('');
}
