// Loaded into a process before its own code: leaves what it has used in the file of BENCH_USAGE.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify(process.resourceUsage())));
