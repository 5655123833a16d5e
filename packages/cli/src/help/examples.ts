import type { Command } from 'commander';

/** How commands are used, by their path; shown at the end of their help. Groups show the first of each of theirs. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ops-admin serve --demo',
    "ops-admin permissions remove ada@example.org 'service.billing.*' --reason 'left the team'",
    'ops-admin audit list --user ada@example.org --since 7d',
    'ops-admin geocode LSZH --json',
    'OPS_TOKEN_FILE=~/.ops-admin-token ops-admin users list --server https://ops.example.org',
  ],
  'airports info': ['ops-admin airports info'],
  'audit batches': ['ops-admin audit batches'],
  'audit export': [
    'ops-admin audit export > audit.ndjson',
    'ops-admin audit export --after 1200 >> audit.ndjson',
    'ops-admin audit export --follow --after 1200 --server https://ops.example.org',
    'ops-admin audit export --format csv --since 2026-11-01 --until 2026-11-30 > november.csv',
  ],
  'audit head': ['ops-admin audit head > /mnt/elsewhere/audit-head'],
  'audit list': [
    'ops-admin audit list --user ada@example.org',
    'ops-admin audit list --actor root --since 24h',
    'ops-admin audit list --after 1200',
  ],
  'audit revert': [
    "ops-admin audit revert 1234 --reason 'wrong user'",
    'ops-admin audit revert --batch 20261121T103045-7f3a9c --yes',
    'ops-admin audit revert --batch 20261121T103045-7f3a9c --user ada@example.org --user 65a100000000000000000002',
    'ops-admin audit list --user ada@example.org --since 24h --json | jq .[].id | ops-admin audit revert -',
  ],
  'audit show': ['ops-admin audit show 1234'],
  'audit verify': [
    'ops-admin audit verify',
    'ops-admin audit verify --head "$(cat /mnt/elsewhere/audit-head)"',
    'ops-admin audit verify audit-2025.ndjson',
    'ops-admin audit verify export.ndjson --public public.json',
  ],
  'cache clear': ['ops-admin cache clear'],
  'cache info': ['ops-admin cache info --json'],
  completion: [
    'source <(ops-admin completion bash)',
    'ops-admin completion zsh > ~/.zfunc/_ops-admin',
    'ops-admin completion fish > ~/.config/fish/completions/ops-admin.fish',
  ],
  config: [
    'ops-admin config',
    'OPS_GEOCODERS=photon,gazetteer ops-admin config --json',
    'ops-admin config --json | jq \'.[] | select(.source != "default")\'',
  ],
  'db backup': [
    'ops-admin db backup /mnt/backup/ops-admin.db',
    'ops-admin db backup "/mnt/backup/ops-admin-$(date +%F).db" --json',
    'ops-admin db backup /mnt/backup/newest.db --force',
  ],
  'db check': [
    'ops-admin db check',
    'ops-admin db check --repair',
    'OPS_AUTH_KEYS=ops-admin.keys.json ops-admin db check --db /mnt/backup/newest.db',
  ],
  'db copy': [
    'ops-admin db copy --from ops-admin.db --to postgres://ops_admin@db.example.org/ops_admin',
    'OPS_AUTH_KEYS=ops-admin.keys.json ops-admin db copy --from /mnt/backup/newest.db --to fresh.db',
  ],
  'db restore': [
    'ops-admin db restore /mnt/backup/newest.db',
    'ops-admin db restore /mnt/backup/newest.db --db /var/lib/ops-admin/ops-admin.db --yes',
  ],
  'departments create': [
    "ops-admin departments create 'Night shift' --code OPS-N --parent OPS --manager ada@example.org",
  ],
  'departments delete': ["ops-admin departments delete OPS-N --reason 'merged with OPS-D'"],
  'departments list': ['ops-admin departments list --search crew'],
  'departments show': ['ops-admin departments show OPS-N'],
  'departments tree': ['ops-admin departments tree', 'ops-admin departments tree --depth 1'],
  'departments update': [
    "ops-admin departments update OPS-N --name 'Late shift'",
    'ops-admin departments update OPS-N --parent none --manager ada@example.org --dry-run',
  ],
  geocode: [
    'ops-admin geocode JFK',
    'ops-admin geocode LHR ZRH EDDM',
    'ops-admin geocode 12 Rue de Rivoli, Paris',
    'ops-admin geocode - --json < addresses.txt',
    "ops-admin geocode --explain 'Tampa, Fla.'",
  ],
  'import departments': ['ops-admin import departments departments.json'],
  'import users': [
    'ops-admin import users users.json --dry-run',
    "ops-admin import users users.json --reason 'from HR' --yes",
    'mongoexport -c users | ops-admin import users -',
  ],
  'keys add': ['ops-admin keys add'],
  'keys list': ['ops-admin keys list', 'ops-admin keys list --public > public.json'],
  'keys rotate': ["ops-admin keys rotate --reason 'yearly'"],
  'keys withdraw': ['ops-admin keys withdraw ma_krl7fMtJAEY3s1yAa0qIa4Of49Y1kqmysGLloSkA'],
  'permissions add': [
    'ops-admin permissions add ada@example.org service.billing.read',
    'ops-admin permissions add ada@example.org service.billing.read --until 2w',
    'ops-admin permissions add --file grants.csv --atomic',
    "ops-admin permissions add --holding 'service.billing.*' service.reports.read --dry-run",
  ],
  'permissions check': [
    'ops-admin permissions check ada@example.org service.billing.read service.billing.export',
  ],
  'permissions copy': ["ops-admin permissions copy ada@example.org bob@example.org --reason 'same desk'"],
  'permissions diff': ['ops-admin permissions diff ada@example.org bob@example.org'],
  'permissions apply': [
    'ops-admin permissions apply billing.csv --module billing --dry-run',
    'ops-admin permissions export | ops-admin permissions apply - --dry-run',
  ],
  'permissions review': ["ops-admin permissions review FIN.csv --reason 'review of the fourth quarter'"],
  'permissions export': [
    'ops-admin permissions export > all.csv',
    'ops-admin permissions export --module billing --department FIN > billing.csv',
    'ops-admin permissions export --by department --dir ./review-2026-q4',
  ],
  'permissions holders': [
    'ops-admin permissions holders service.billing.read',
    "ops-admin permissions holders 'service.billing.*' --exact --json",
  ],
  'permissions expire': ['ops-admin permissions expire'],
  'permissions known': [
    'ops-admin permissions known refund',
    'ops-admin permissions known --module billing --listed false',
  ],
  'permissions list': [
    'ops-admin permissions list ada@example.org',
    'ops-admin permissions list ada@example.org --effective',
  ],
  'permissions modules': ['ops-admin permissions modules'],
  'permissions remove': [
    "ops-admin permissions remove ada@example.org 'service.billing.*' --reason 'left the team'",
    'ops-admin permissions remove --file leavers.csv --dry-run',
    "jq -c '{user: .email, permissions: .revoke}' list.ndjson | ops-admin permissions remove --file - --json",
    "ops-admin permissions remove --all-users 'service.legacy.*' --yes",
    "ops-admin permissions remove --file leavers.csv --everything --reason 'left'",
    'OPS_TOKEN_FILE=~/.ops-admin-token ops-admin permissions remove --file leavers.csv --server https://ops.example.org',
  ],
  'permissions rename': [
    "ops-admin permissions rename 'service.billing.*' 'service.invoices.*' --dry-run",
    'ops-admin permissions rename service.billing.read service.billing.view --yes',
  ],
  serve: [
    'ops-admin serve --demo',
    'ops-admin serve --db /var/lib/ops-admin/ops-admin.db --host 0.0.0.0',
    'OPS_DB=postgres://ops_admin@db.example.org/ops_admin ops-admin serve --host 0.0.0.0',
    'ops-admin serve --metrics-port 9464',
  ],
  'token issue': [
    'ops-admin token issue --user ada@example.org',
    'TOKEN=$(ops-admin token issue --user ada@example.org --ttl 15m)',
  ],
  'users activate': ["ops-admin users activate ada@example.org --reason 'back from leave'"],
  'users create': [
    "ops-admin users create ada@example.org --first-name Ada --last-name Byron --department GC --reason 'joined'",
    "ops-admin users create ada@example.org --name 'Ada Byron' --permission service.billing.read --dry-run",
    "ops-admin users create --file joiners.csv --batch joiners-2026-11 --reason 'joined'",
  ],
  'users deactivate': [
    "ops-admin users deactivate ada@example.org --reason 'left'",
    'ops-admin users deactivate --file leavers.csv --dry-run',
  ],
  'users erase': ['ops-admin users erase ada@example.org'],
  'users link': ['ops-admin users link ada@example.org --issuer https://id.example.org --subject 00u1a2b3'],
  'users list': ['ops-admin users list --search ada', "ops-admin users list --json | jq -r '.[].emails[0]'"],
  'users show': ['ops-admin users show ada@example.org'],
  'users update': [
    "ops-admin users update ada@example.org --last-name King --department NS --reason 'moved'",
    'ops-admin users update ada@example.org --email ada.king@example.org --email ada@example.org',
    'ops-admin users update ada@example.org --department none',
    'ops-admin users update --file movers.csv --dry-run',
  ],
  'users unlink': [
    'ops-admin users unlink ada@example.org --issuer https://id.example.org --subject 00u1a2b3',
  ],
  whoami: [
    'ops-admin whoami',
    'OPS_TOKEN_FILE=~/.ops-admin-token ops-admin whoami --server https://ops.example.org',
  ],
};

/** Ends the help of a command, and of every command below it, with its examples. */
export function addExamples(command: Command, path = ''): void {
  const below = command.commands.map((one) => ({ one, itsPath: `${path} ${one.name()}`.trim() }));
  const firsts = below.flatMap(({ itsPath }) => EXAMPLES[itsPath]?.slice(0, 1) ?? []);
  const examples = EXAMPLES[path] ?? firsts;
  const lines = ['', 'Examples:', ...examples.map((example) => `  ${example}`)];
  if (examples.length > 0) command.addHelpText('after', lines.join('\n'));
  for (const { itsPath, one } of below) addExamples(one, itsPath);
}
