// Loaded into a process before its own code: leaves what it has used in the file of BENCH_USAGE.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  // What the system says by resourceUsage() begins with what the parent had.
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? maxRSS);
  const used = { processor: (userCPUTime + systemCPUTime) / 1000, memory: kilobytes / 1024 };
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(used));
});
