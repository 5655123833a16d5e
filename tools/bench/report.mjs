const COLOURS = { service: '#2563eb', 'limit-koa': '#64748b', 'by-hand': '#d97706' };

/** The median of values, with the least and the greatest. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** The ratio of two servers in each round: a slow moment of the machine slows both. */
export function ratioOf(ones, others) {
  return spread(ones.map(({ perSecond }, round) => perSecond / others[round].perSecond));
}

export const rate = (rounds) => spread(rounds.map(({ perSecond }) => perSecond));

export function within({ max, median, min }, digits = 2) {
  return `${median.toFixed(digits)} [${min.toFixed(digits)}–${max.toFixed(digits)}]`;
}

/** One line for a server in a scenario. */
export function lineOf(name, rounds) {
  const medianOf = (key) => spread(rounds.map((round) => round[key])).median;
  return `  ${name.padEnd(10)} ${within(rate(rounds), 0)} /s  p50 ${medianOf('p50').toFixed(2)} ms  p99 ${medianOf('p99').toFixed(1)} ms  CPU ${medianOf('cpu').toFixed(0)} µs  ${medianOf('memory').toFixed(0)} MB`;
}

/** Bars of requests a second as an SVG, with the ratio to the limit next to the service. */
export function barsOf(results) {
  const parts = [];
  let y = 10;
  for (const { ratio, servers, title } of Object.values(results)) {
    y += 26;
    parts.push(text(10, y, title, 'font-weight="bold"'));
    const rates = Object.entries(servers).map(([name, rounds]) => [name, rate(rounds).median]);
    const most = Math.max(...rates.map(([, value]) => value));
    for (const [name, value] of rates) {
      y += 18;
      const width = (value / most) * 400;
      const said = name === 'service' && ratio ? `, ${ratio.median.toFixed(2)} of the limit` : '';
      parts.push(
        text(10, y, name),
        `<rect x="90" y="${y - 11}" width="${width}" height="13" fill="${COLOURS[name]}"/>`,
        text(96 + width, y, `${Math.round(value).toLocaleString('en')}${said}`),
      );
    }
  }
  return svg('Requests a second', 720, y + 20, parts);
}

/** Curves as an SVG, both axes logarithmic: milliseconds of each request by the number of users. */
export function curvesOf(title, rows) {
  const sizes = Object.keys(rows).map(Number);
  const names = Object.keys(rows[sizes[0]]);
  const values = Object.values(rows).flatMap((row) => Object.values(row));
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const scale = (value, from, to, length) => ((Math.log10(value) - from) / (to - from || 1)) * length;
  const x = (size) => 60 + scale(size, Math.log10(sizes[0]), Math.log10(sizes.at(-1)), 440);
  const y = (value) => 280 - scale(value, low, high, 240);
  const parts = [text(10, 20, title, 'font-weight="bold"')];
  for (let power = low; power <= high; power++)
    parts.push(
      `<path d="M60 ${y(10 ** power)}H500" stroke="#e2e8f0"/>`,
      text(8, y(10 ** power) + 4, `${10 ** power} ms`),
    );
  for (const size of sizes) parts.push(text(x(size), 300, size.toLocaleString('en'), 'text-anchor="middle"'));
  for (const [n, name] of names.entries()) {
    const colour = `hsl(${(n * 360) / names.length} 65% 40%)`;
    const points = sizes.map((size) => `${x(size).toFixed(1)} ${y(rows[size][name]).toFixed(1)}`);
    parts.push(
      `<path d="M${points.join('L')}" stroke="${colour}" fill="none" stroke-width="2"/>`,
      text(515, 40 + n * 18, name, `fill="${colour}"`),
    );
  }
  return svg(title, 720, 310, parts);
}

function text(x, y, content, attributes = '') {
  return `<text x="${x}" y="${y}" ${attributes}>${content.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</text>`;
}

function svg(title, width, height, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
