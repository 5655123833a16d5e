import type { Data, PermissionRow } from '@ops-admin/client';

type Widening = NonNullable<Data<'renamePermission'>['widening']>;

// Every word of the page is here, so that it can be translated in one place.

const LANGUAGE = 'en-GB';

const numbers = new Intl.NumberFormat(LANGUAGE);
const times = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const clocks = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

export function numberText(n: number): string {
  return numbers.format(n);
}

export function timeText(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.valueOf()) ? iso : times.format(time);
}

export function clockText(iso: string): string {
  return clocks.format(new Date(iso));
}

/** Returns the days from today to a time by the reader's calendar; negative in the past. */
function daysTo(time: Date): number {
  const dayOf = (one: Date) => Date.UTC(one.getFullYear(), one.getMonth(), one.getDate());
  return (dayOf(time) - dayOf(new Date())) / 86_400_000;
}

export function dayText(iso: string): string {
  const days = daysTo(new Date(iso));
  const day = dates.format(new Date(iso));
  return days === 0 ? `Today, ${day}` : days === -1 ? `Yesterday, ${day}` : day;
}

/** Returns a past time: relative in the last 30 days, else a date. */
export function whenText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.valueOf())) return iso;
  const days = daysTo(time);
  if (days === 0) return `today, ${clockText(iso)}`;
  if (days === -1) return `yesterday, ${clockText(iso)}`;
  return days < 0 && days >= -30 ? relative.format(days, 'day') : dates.format(time);
}

/** Returns when a permission ends: relative in the next 30 days, else a date. An end within 14 days is soon. */
export function untilText(iso: string): { readonly text: string; readonly isSoon: boolean } {
  const days = daysTo(new Date(iso));
  const text =
    days > 30
      ? `until ${dates.format(new Date(iso))}`
      : `ends ${days <= 0 ? `today, ${clockText(iso)}` : relative.format(days, 'day')}`;
  return { text, isSoon: days <= 14 };
}

/** Returns an end as a change sets it: always with its date. */
export function endText(iso: string): string {
  return `until ${times.format(new Date(iso))}`;
}

const capitalised = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

const counted = (n: number, one: string, many: string) => `${numberText(n)} ${n === 1 ? one : many}`;

/** Members of a request, in the words of the forms. */
const typed: Readonly<Record<string, string>> = {
  batch: 'batch',
  changes: 'change',
  code: 'code',
  departmentId: 'department',
  description: 'description',
  emails: 'e-mail',
  ends: 'end',
  firstName: 'first name',
  issuer: 'issuer',
  lastName: 'last name',
  managerId: 'manager',
  name: 'name',
  parentId: 'department above',
  permissions: 'permission',
  reason: 'reason',
  subject: 'subject',
  until: 'end',
  user: 'user',
};

/** Returns a message of the service with places in the request (`payload.emails[1]`) in the words of the form. */
const plainText = (message: string): string =>
  capitalised(
    message
      .replace(/\bpayload((?:\.[\w-]+|\[\d+\])*)/g, (_all, path: string) => {
        const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
        const at = parts.findLastIndex((part) => Object.hasOwn(typed, part));
        const [name, nth] =
          at < 0 ? [parts.at(-1) ?? 'the request'] : [typed[parts[at] ?? ''], parts[at + 1]];
        return nth !== undefined && /^\d+$/.test(nth) ? `${name} ${Number(nth) + 1}` : (name ?? '');
      })
      .replace(/^The caller is /, 'You are ')
      // The message also has the name.
      .replace(/ \([0-9a-f]{24}\)|, the user [0-9a-f]{24}/g, '')
      .replace(/ must be an e-mail address: .*/, ' needs one @, without spaces and commas.'),
  );

/** The results of rows, including those of dry runs. */
const results: Readonly<Record<PermissionRow['result'], string>> = {
  added: 'added',
  'already-held': 'already held, no change',
  'would-add': 'would be added',
  removed: 'removed',
  'nothing-held': 'not held, no change',
  'would-remove': 'would be removed',
  reverted: 'undone',
  'would-revert': 'would be undone',
  'nothing-left': 'nothing left to undo',
  activated: 'activated',
  deactivated: 'deactivated',
  'would-activate': 'would be activated',
  'would-deactivate': 'would be deactivated',
  'already-so': 'no change',
  'user-not-found': 'not found',
  'user-inactive': 'inactive',
  invalid: 'not valid',
  conflict: 'refused: another user has it',
  'no-admin-left': 'refused: the last admin',
  'changed-since': 'changed after you opened it',
  'not-done': 'not done',
  renamed: 'renamed',
  'would-rename': 'would be renamed',
  created: 'created',
  'would-create': 'would be created',
  deleted: 'deleted',
  'would-delete': 'would be deleted',
  erased: 'erased',
  'would-erase': 'would be erased',
  linked: 'account linked',
  'would-link': 'account would be linked',
  unlinked: 'account unlinked',
  'would-unlink': 'account would be unlinked',
  updated: 'end changed',
  'would-update': 'end would be changed',
  unchanged: 'no change',
  kept: 'confirmed',
  'would-keep': 'would be confirmed',
};

/** Returns the result of a row; an undo that leaves every permission alone says so. */
const rowText = ({ leftAlone, result, undoneBy }: PermissionRow): string =>
  result !== 'nothing-left'
    ? results[result]
    : undoneBy !== undefined
      ? 'already undone'
      : leftAlone?.length
        ? 'not undone'
        : results[result];

/** Actions of entries. */
const actions: Readonly<Record<string, string>> = {
  add: 'Added',
  remove: 'Removed',
  set: 'Set permissions',
  revert: 'Undid a change',
  link: 'Linked account',
  unlink: 'Unlinked account',
  create: 'Created user',
  update: 'Changed details',
  activate: 'Activated',
  deactivate: 'Deactivated',
  erase: 'Erased',
  expire: 'Ended',
  attest: 'Confirmed permissions',
  rotate: 'Changed the key of the log',
  department: 'Changed department',
};

const departmentChanges: Readonly<Record<string, string>> = {
  created: 'Created department',
  updated: 'Changed department',
  deleted: 'Deleted department',
};

/** Members of users and departments that entries name. */
const members: Readonly<Record<string, string>> = {
  emails: 'e-mails',
  personalInformation: 'name',
  departmentId: 'department',
  parentId: 'department above',
  managerId: 'manager',
};

const sources: Readonly<Record<string, string>> = {
  http: 'over HTTP',
  cli: 'by command',
  import: 'by an import',
  embedded: 'by another program',
  service: 'by the service',
};

/** The largest number of permissions that one sentence names. */
const NAMED = 5;

const someOf = (permissions: readonly string[]): string =>
  permissions.length > NAMED
    ? counted(permissions.length, 'permission', 'permissions')
    : permissions.join(', ');

const users = (n: number): string => counted(n, 'user', 'users');
const permissionsText = (n: number): string => counted(n, 'permission', 'permissions');

const verbs = {
  add: 'Add permissions',
  remove: 'Remove permissions',
  everything: 'Remove all access',
  deactivate: 'Deactivate',
  activate: 'Activate',
} as const;

export const words = {
  starting: 'One moment…',
  noSuchPage: 'Page not found',
  noSuchPageMeans: 'This address has no page, or you have no access to it.',
  backTo: (title: string) => `Back to ${title}`,
  loading: 'Loading…',
  close: 'Close',
  cancel: 'Cancel',
  optional: 'optional',
  permanent: 'Permanent',
  yes: 'yes',
  no: 'no',
  select: 'Select',
  selected: (n: number, of?: number) =>
    of === undefined ? `${numberText(n)} selected` : `${numberText(n)} of ${numberText(of)} selected`,
  more: (n: string) => `and ${n} more`,
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  menu: 'Views',
  side: 'Side bar',
  openMenu: 'Open the menu',
  crumbs: 'Breadcrumb',
  account: 'Account',
  docs: 'API documentation',
  skip: 'Skip to content',
  groups: { people: 'People', access: 'Access', audit: 'Audit' },
  row: rowText,
  action: (action: string, change?: string): string =>
    (change && departmentChanges[change]) ?? actions[action] ?? action,
  sources,
  source: (source: string): string => sources[source] ?? source,

  filter: {
    open: 'Filter',
    apply: 'Apply filters',
    clear: 'Clear filters',
    any: 'Any',
    remove: (name: string, value: string) => `Remove the filter ${name}: ${value}`,
  },

  signIn: {
    title: 'Sign in',
    at: (host: string) => `Your organisation signs you in at ${host}. You come back here afterwards.`,
    goTo: (host: string) => `Continue to ${host}`,
    needed: 'You need an account there that an admin has linked to a user.',
    paste: 'Paste the token that an operator gave you.',
    token: 'Token',
    missing: 'Paste a token.',
    noToken: 'No token yet? Ask an operator to run:',
    command: 'ops-admin token issue --user you@example.org',
    described: 'The interface is described in the',
    out: 'Sign out',
    another: 'Use another account',
    signedOut: 'You are signed out.',
    ended: 'Your session has ended. Sign in again to continue.',
    refused: 'This token is not valid. Copy all of it, or ask an operator for a new one.',
    expired: 'This token has expired. Ask an operator for a new one.',
    accessChanged: 'Your access has changed. Nothing was saved.',
    signedOutHere: (host: string) => `You are signed out here. You may still be signed in at ${host}.`,
    notAccepted: 'The provider signed you in, but this service does not accept its token. Ask an operator.',
    nobody: 'Your account is not registered here',
    nobodyHint: 'Ask an admin to link your account to a user, or to activate you. Then try again.',
    refusals: {
      notBegun: 'it did not begin in this tab.',
      metadata: 'the metadata of the provider are incomplete, or belong to another issuer.',
      issuer: 'another provider answered.',
      answer: 'the answer of the provider is malformed.',
      idToken: 'the ID token is missing, malformed, or for another client.',
      ended: 'the ID token has expired; check the clocks of this machine and of the provider.',
      nonce: 'the ID token belongs to another sign-in.',
    },
    noAnswer: (host: string) => `${host} cannot be reached.`,
    failed: (reason: string) => `Sign-in failed: ${reason}`,
  },

  problems: {
    plain: plainText,
    noAnswer: 'The service cannot be reached.',
    foreign: (status: number) =>
      `The answer does not come from the service (status ${status}). Check the proxy in front of it.`,
    busy: 'The service is busy. Waiting for it…',
    loadedAt: (time: string) => `What you see was loaded at ${time}.`,
    goesOn: 'This page tries again by itself.',
    nothingDone: 'Nothing was changed.',
    request: (id: string) => `The log of the service has more under request ${id}.`,
    retry: 'Try again',
  },

  paging: {
    label: 'Pages',
    first: 'First',
    before: 'Previous',
    after: 'Next',
    last: 'Last',
    range: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
  },

  me: {
    title: 'My session',
    admin: 'You are an admin: you can see and change everything here.',
    reader: 'You are a reader: you can see everything here, and change nothing.',
    plain: 'You can see your own permissions. Readers and admins see more.',
    as: 'Signed in as',
    none: 'You hold no permissions.',
  },

  users: {
    title: 'Users',
    search: 'Find users',
    searchHint: 'Name, e-mail, id or permission',
    more: 'More for users',
    name: 'Name',
    email: 'E-mail',
    department: 'Department',
    canDo: 'Can do',
    grantedBy: 'Held permission',
    until: 'Until',
    nextEnd: 'Next end',
    state: 'Status',
    active: 'Active',
    inactive: 'Inactive',
    admin: 'Admin',
    reader: 'Reader',
    open: 'Open',
    all: 'Show all users',
    nobody: (search: string) => (search ? `No users match “${search}”` : 'No users match these filters'),
    nobodyMay: (right: string) => `No user can do ${right}`,
    unknownRight: (right: string) => `${right} is not a known permission.`,
    meant: 'Did you mean',
    found: users,
  },

  user: {
    missing: 'This user does not exist',
    missingMeans: (id: string) => `The user ${id} was erased, or the address is wrong.`,
    findInLog: 'Find the id in the audit log',
    id: 'Id',
    details: 'Details',
    none: 'Holds no permissions.',
    noModule: 'Without a module',
    why: 'Why',
    wholeModule: (module: string) => `All actions in ${module}`,
    coveredBy: (permissions: readonly string[]) => `Also granted by ${someOf(permissions)}`,
    search: 'Find a permission of this user',
    whoElse: 'Show who else can',
    openEntry: 'Open entry',
    accounts: 'Linked accounts',
    noAccounts: 'No account signs in as this user.',
    changes: 'Changes',
    allChanges: 'All in the audit log',
  },

  can: {
    title: 'Can they do …?',
    permission: 'Permission to check',
    such: 'service.billing.read',
    yes: 'Yes.',
    no: 'No.',
    grants: 'grants it.',
    nothing: (name: string) => `${name} holds nothing that grants it.`,
    inactive: (name: string) => `${name} is inactive, and can do nothing now.`,
    whoElse: 'Show who can',
  },

  add: {
    open: 'Add permissions',
    menu: 'Add permissions…',
    title: (name: string) => `Add permissions to ${name}`,
    permission: (n: number) => `Permission ${n}`,
    hint: 'Such as service.tickets.read, or service.tickets.* for a whole module. You can paste several.',
    untilHint: 'The permission ends at the end of this day. Leave it empty for a permanent permission.',
    past: 'Choose today or a later day.',
    malformed: 'Write service.module.action, or service.module.* for a whole module.',
    missing: 'Enter a permission.',
    verb: (n: number) => `Add ${permissionsText(n)}`,
  },

  remove: {
    menu: 'Remove…',
    module: 'Remove module…',
    moduleNamed: (module: string) => `Remove module ${module}`,
    title: (name: string) => `Remove permissions from ${name}`,
    verb: (n: number) => `Remove ${permissionsText(n)}`,
  },

  many: {
    select: (name: string) => `Select ${name}`,
    selection: 'Selection',
    selected: (n: number, hidden: number) =>
      `${numberText(n)} selected${hidden > 0 ? ` (${numberText(hidden)} not in this list)` : ''}`,
    clear: 'Clear',
    change: 'Change…',
    page: 'Select all on this page',
    found: (n: number) => (n === 1 ? 'Change the user found…' : `Change all ${numberText(n)} users found…`),
    pasted: 'Change a pasted list…',
    of: (n: number) => `Change ${users(n)}`,
    ofList: 'Change a pasted list',
    nothingYet: 'Nothing changes before you confirm the preview.',
    named: (n: number, repeated: number, wrong: number) =>
      [
        users(n),
        ...(repeated > 0 ? [`${numberText(repeated)} repeated`] : []),
        ...(wrong > 0 ? [`${counted(wrong, 'line', 'lines')} not understood`] : []),
      ].join(', '),
    nobodyNamed: 'Paste e-mails or ids of users.',
    who: 'E-mails or ids',
    whoHint: 'One per line, as they come out of a sheet or a message.',
    meaning: 'What each line means',
    line: 'Line',
    notUnderstood: 'This is not an e-mail or an id.',
    sameAs: (line: number) => `Same user as line ${line}`,
    stopped: (lines: readonly number[]) =>
      `Correct or remove ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, NAMED).join(', ')} to continue.`,
    what: 'What',
    verb: verbs,
    does: (what: keyof typeof verbs, rows: readonly PermissionRow[]): string => {
      const [of, to] = what === 'add' ? (['added', 'to'] as const) : (['removed', 'from'] as const);
      const named = new Set(rows.flatMap((row) => row[of] ?? [])).size;
      if ((what === 'add' || what === 'remove') && named > 0)
        return `${what === 'add' ? 'Add' : 'Remove'} ${permissionsText(named)} ${to} ${users(rows.length)}`;
      if (what === 'everything') return `Remove all access of ${users(rows.length)}`;
      return `${what === 'add' ? 'Change' : verbs[what]} ${users(rows.length)}`;
    },
    tooMany: (n: string, most: string) =>
      `${n} users are found; this page changes at most ${most}. Narrow the filters, or use the command.`,
  },

  leave: {
    menu: 'Remove all access…',
    title: (name: string) => `Remove all access of ${name}`,
    means: 'For leavers: removes all permissions, and unlinks all accounts.',
    verb: 'Remove all access',
  },

  edit: {
    menu: 'Edit details…',
    title: (name: string) => `Edit ${name}`,
    verb: 'Save',
    done: (name: string) => `The details of ${name} are saved`,
    isFinal: 'You cannot undo this: the audit log says which details were changed, not what they were.',
  },

  create: {
    open: 'Create user',
    done: (name: string) => `${name} is created`,
    undoMeans: 'If you undo this later, the user is deactivated.',
  },

  joiners: {
    title: 'Create users from CSV',
    menu: 'Create users from CSV…',
    means:
      'Paste rows from a sheet, or choose a file. The first line names the columns. You see every row before a user is created.',
    csv: 'CSV',
    hint: 'Columns: e-mail, first name, last name or full name, department (code or name), permissions.',
    file: 'Choose a file…',
    columns: {
      email: 'E-mail',
      firstName: 'First name',
      lastName: 'Last name',
      name: 'Full name',
      department: 'Department',
      permissions: 'Permissions',
    },
    preview: 'Preview',
    counts: (ready: number, wrong: number, left: number) =>
      [
        `${counted(ready + wrong + left, 'row', 'rows')}: ${numberText(ready)} ready`,
        ...(wrong > 0 ? [`${numberText(wrong)} to correct`] : []),
        ...(left > 0 ? [`${numberText(left)} being checked`] : []),
      ].join(', '),
    cell: (column: string, line: number) => `${column}, line ${line}`,
    ready: 'Will be created',
    checking: 'Being checked',
    leaveOut: 'Leave out',
    leaveOutLine: (line: number) => `Leave out line ${line}`,
    ignored: (columns: readonly string[]) => `Ignored columns: ${columns.join(', ')}.`,
    stopped: (n: number) =>
      n === 1
        ? 'Correct 1 row, or leave it out, to continue.'
        : `Correct ${numberText(n)} rows, or leave them out, to continue.`,
    create: (n: number) => `Create ${users(n)}`,
    undoMeans: 'If you undo this later, the users are deactivated.',
    done: (n: number) => `${users(n)} created.`,
    noHeader: 'The first line must name each column once: an e-mail, and a first, last or full name.',
    unclosed: (line: number) => `The quotation mark in line ${line} is not closed.`,
    tooMany: 'This line has more cells than the first line has columns.',
    sameAs: (line: number) => `Line ${line} has the same e-mail.`,
    noDepartment: 'No department has this code or name.',
    several: 'Several departments have this name. Enter the code.',
    tooLong: (most: number) =>
      `The page creates at most ${numberText(most)} users from one list. Use the command: ops-admin users create --file.`,
  },

  person: {
    firstName: 'First name',
    lastName: 'Last name',
    name: 'Full name',
    nameHint: 'Leave it empty for first and last name.',
    emails: 'E-mails',
    emailsHint: 'One per line. Lists show the first one.',
    noName: 'Enter a name.',
    noEmail: 'Enter an e-mail.',
    noDepartment: 'None',
    nothing: '(empty)',
    same: 'This changes nothing.',
  },

  deactivate: {
    menu: 'Deactivate…',
    title: (name: string) => `Deactivate ${name}`,
    means: 'The user can do nothing from now on. Their permissions stay, for when you activate them again.',
    leads: (departments: string) => `This user manages ${departments}, and stays the manager.`,
    verb: 'Deactivate',
  },

  activate: {
    menu: 'Activate…',
    title: (name: string) => `Activate ${name}`,
    means: 'The user can again do everything that their permissions grant.',
    verb: 'Activate',
  },

  erase: {
    menu: 'Erase…',
    title: (name: string) => `Erase ${name}?`,
    means: (n: number) =>
      `You cannot undo this. E-mails, names, linked accounts and ${permissionsText(n)} are removed. The id stays in the audit log, and backups keep what they have.`,
    leads: (departments: string) => `This user manages ${departments}. Nobody will manage them.`,
    type: (email: string) => `Type ${email} to confirm`,
    differs: 'This is not the same text.',
    verb: 'Erase permanently',
    first: 'Deactivate the user first. You can then erase them.',
    done: (id: string) => `The user ${id} is erased`,
  },

  link: {
    open: 'Link',
    menu: 'Link an account…',
    title: (name: string) => `Link an account to ${name}`,
    issuer: 'Issuer',
    issuerHint: 'The identity provider, exactly as iss in its tokens.',
    subject: 'Subject',
    subjectHint: 'The account there, exactly as sub.',
    noIssuer: 'Enter the issuer.',
    noSubject: 'Enter the subject.',
    verb: 'Link account',
    done: (name: string, subject: string) => `${subject} now signs in as ${name}`,
  },

  unlink: {
    menu: 'Unlink…',
    title: (name: string) => `Unlink an account from ${name}`,
    verb: 'Unlink account',
    done: (name: string, subject: string) => `${subject} no longer signs in as ${name}`,
  },

  change: {
    show: 'Preview changes',
    preview: (title: string) => `Preview: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    looking: 'Preparing the preview…',
    nobody: 'This changes no user.',
    byUser: 'Changes by user',
    user: 'User',
    change: 'Change',
    note: 'Result',
    progress: 'Users done',
    count: (result: string, rows: number, of: number) =>
      `${result}: ${rows === of ? users(of) : counted(rows, 'change', 'changes')}`,
    rows: (done: string, all: string) => `${done} of ${all}`,
    stale: 'Somebody changed this after you opened it. Nothing was saved.',
    leavesOut: (n: number) => `${users(n)} will be left out: see the reasons above.`,
    making: 'Working…',
    wait: (seconds: number) => `Try again in ${seconds} s`,
    back: 'Back',
    again: 'Refresh preview',
    reason: 'Reason',
    reasonHint: 'For the audit log: why, or the number of a ticket.',
    stillGranted: 'Still granted by',
    leftAlone: 'Left as it is, because it was changed later:',
    changedBy: (entry: number, who: string) => `changed by ${who} (entry ${entry})`,
    changedSince: 'Changes after you opened it:',
    leavesNoAdmin: 'This would leave no admin: nobody could change anything here.',
    unknown:
      'The page does not know whether the change was made. Look at the audit log before you try again.',
    failed: (n: string) => `Not everything was changed: ${n} failed.`,
  },

  withEntry: (text: string, entry: number) => `${text} (entry ${entry}).`,

  /** Returns the notice after a change. */
  done: (rows: readonly PermissionRow[], changed: readonly PermissionRow[]) => {
    const [row] = rows;
    if (rows.length > 1 || !row) {
      const part = (of: 'added' | 'removed', to: string) => {
        const those = changed.filter((one) => one[of]?.length);
        const named = someOf([...new Set(those.flatMap((one) => one[of] ?? []))]);
        return those.length > 0 ? [`${of} ${named} ${to} ${users(those.length)}`] : [];
      };
      const said = [...part('removed', 'from'), ...part('added', 'to')];
      const held = rows.filter(({ result }) => result === 'already-held');
      if (said.length === 0) said.push(`${users(changed.length)} changed`);
      if (held.length > 0) {
        const how = held.every(({ message }) => message) ? 'permanently held' : 'held';
        said.push(`already ${how} by ${users(held.length)}`);
      }
      return capitalised(`${said.join('; ')}.`);
    }
    const who = row.name || row.email || row.userId || '';
    const said = [
      ...(row.removed?.length ? [`removed ${someOf(row.removed)}`] : []),
      ...(row.added?.length ? [`added ${someOf(row.added)}`] : []),
    ].join('; ');
    return `${who}: ${said || rowText(row)}${row.entry === undefined ? '.' : ` (entry ${row.entry}).`}`;
  },

  undo: {
    link: 'Undo',
    open: 'Undo…',
    of: (id: number) => `Undo entry ${id}…`,
    whole: 'Undo the whole batch…',
    verb: (n: number) => (n === 1 ? 'Undo' : `Undo ${counted(n, 'change', 'changes')}`),
    done: (n: number) => `${counted(n, 'change', 'changes')} undone.`,
    entry: (id: number, what: string) => `Undo entry ${id}${what && `: ${what}`}`,
    creates: 'This deactivates the user.',
    batch: (batch: string) => `Undo the batch ${batch}`,
    rows: (n: string) => `Undo ${n} changes`,
  },

  given: {
    unknown: 'The audit log does not say who added it.',
    by: (who: string) => `By ${who},`,
    attested: (who: string) => `Confirmed by ${who},`,
  },

  reviews: {
    title: 'Access reviews',
    means:
      'Decide for each permission of a department. The audit log records those you keep as confirmed by you. Nothing changes before you save.',
    canOnlyLook: 'An admin decides what is kept.',
    department: 'Department, with those below it',
    choose: 'Choose a department',
    firstMeans: 'You then see every permission of its people, and decide what stays.',
    led: 'You manage',
    table: 'Permissions to review',
    decide: 'Decision',
    of: (permission: string, name: string) => `Decision for ${permission} of ${name}`,
    found: (total: number, confirmed: number) =>
      `${permissionsText(total)} to review${confirmed > 0 ? `; ${numberText(confirmed)} confirmed in the last 30 days` : ''}`,
    none: 'Nobody there holds a permission.',
    decision: { keep: 'Keep', until: 'Keep until', remove: 'Remove' },
    keepUntil: (permission: string) => `Keep ${permission} until`,
    keep: (n: number) => (n === 1 ? 'Keep 1' : `Keep all ${numberText(n)}`),
    keepOf: (text: string, name: string) => `${text} of ${name}`,
    keepPage: 'Keep the rest of this page…',
    keepAsks: (n: number) => `Keep ${permissionsText(n)}?`,
    keepMeans: (n: number) =>
      `You confirm every undecided permission on this page, of ${counted(n, 'person', 'people')}. The audit log records it under your name.`,
    keepThem: (n: number) => `Keep ${permissionsText(n)}`,
    clear: 'Start over',
    decided: (n: number, total: number) => `${numberText(n)} of ${numberText(total)} decided`,
    dayless: (n: number) => `Choose a day for ${permissionsText(n)}.`,
    save: (department: string) => `Save the review of ${department}`,
    verb: 'Save the review',
    done: (kept: number, removed: number, ended: number) =>
      `The review is saved: ${permissionsText(kept)} confirmed, ${numberText(removed)} removed, ${numberText(ended)} with an end.`,
  },

  batches: {
    title: 'Batches',
    means: 'One change to several users is a batch. You can undo it, or some of its rows.',
    none: 'No batches yet',
    noneMeans: 'When you change several users together, the batch appears here. You can undo it from here.',
    missing: (name: string) => `No batch has the name ${name}`,
    select: 'Select users',
    found: (n: number) => counted(n, 'batch', 'batches'),
    entries: 'Entries',
    all: 'All',
    rows: 'Changes of this batch',
    since: 'Since then',
    selectAll: 'Select all that can be undone',
    inLog: (n: number) => `${counted(n, 'entry', 'entries')} in the audit log`,
    undone: (undone: number, entries: number) =>
      undone === entries ? 'Undone' : `${numberText(undone)} of ${numberText(entries)} undone`,
  },

  departments: {
    title: 'Departments',
    find: 'Find departments',
    search: 'Name, code, description or manager',
    name: 'Name',
    code: 'Code',
    description: 'Description',
    partOf: 'Part of',
    top: 'None: at the top',
    manager: 'Manager',
    noManager: 'No manager',
    own: 'People',
    total: 'Total',
    totalMeans: 'With the people of all departments below',
    totalOf: (n: number, name: string) => `${users(n)} in ${name} and below`,
    create: 'Create department',
    createBelow: 'Create department below…',
    created: (name: string) => `${name} is created`,
    editMenu: 'Edit or move…',
    edit: (name: string) => `Edit ${name}`,
    saved: (name: string) => `${name} is saved`,
    cycle: 'A department cannot be below itself. Choose another one.',
    moves: (n: number) => `${counted(n, 'person moves', 'people move')} with it.`,
    undoMeans: 'If you undo this later, the department is deleted, unless somebody is in it.',
    deleteMenu: 'Delete…',
    deleteIt: 'Delete department',
    deleteAsks: (name: string) => `Delete ${name}?`,
    isEmpty: (name: string) => `${name} has no users, and no departments below it. You cannot undo this.`,
    deleted: (name: string) => `${name} is deleted`,
    notDeleted: (name: string) => `You cannot delete ${name} yet`,
    isInTheWay: (n: number, below: number) =>
      `It has ${[
        ...(n > 0 ? [users(n)] : []),
        ...(below > 0 ? [counted(below, 'department below it', 'departments below it')] : []),
      ].join(' and ')}. Move them to another department first.`,
    showUsers: 'Show its users',
    show: (name: string) => `Show ${name}`,
    all: 'Show all departments',
    found: (total: number) => counted(total, 'department', 'departments'),
    none: 'No departments match',
    noneYet: 'No departments yet',
    noneMeans: 'Departments group users, for filters and access reviews.',
    below: (name: string, n: number) => `${name}: ${counted(n, 'department', 'departments')} below`,
    people: 'Show people',
    review: 'Review access',
  },

  permissions: {
    title: 'Permissions',
    find: 'Find permissions',
    search: 'Permission or purpose',
    none: 'No permissions match',
    all: 'Show all permissions',
    purpose: 'Purpose',
    owner: 'Owner',
    ownedBy: (owner: string) => `Owner: ${owner}`,
    heldBy: 'Held by',
    heldByMeans: 'Users who hold this very permission; the permission leads to all who can do it',
    found: permissionsText,
    changes: 'Show changes',
  },

  rename: {
    menu: 'Rename…',
    title: (from: string) => `Rename ${from}`,
    to: 'New name',
    hint: 'For every user who holds it. The wildcard of a module, service.tickets.*, renames the whole module.',
    missing: 'Enter the new name.',
    verb: 'Rename',
    widening: ({ inUse, module, newAdmins, wholeModule }: Widening): string => {
      const facts = [
        ...(wholeModule > 0 ? [`${users(wholeModule)} would get all of ${module}`] : []),
        ...(inUse > 0
          ? [`of ${module}, ${users(inUse)} already ${inUse === 1 ? 'holds' : 'hold'} something`]
          : []),
        ...(newAdmins > 0
          ? [`${users(newAdmins)} would become ${newAdmins === 1 ? 'an admin' : 'admins'}`]
          : []),
      ];
      return `With the new name users can do more: ${facts.join('; ')}.`;
    },
  },

  locations: {
    title: 'Locations',
    means: 'Find the town, region and country of an address or an airport.',
    address: 'Address, town or airport',
    hint: 'Such as 12 Rue de Rivoli, Paris, or JFK.',
    missing: 'Enter an address, a town or an airport.',
    find: 'Find',
    city: 'City',
    region: 'Region',
    country: 'Country',
    coordinates: 'Coordinates',
    precision: {
      airport: 'The airport itself',
      address: 'The address itself',
      street: 'Only the street was found',
      postcode: 'Only the postcode was found',
      district: 'Only the district was found',
      town: 'Only the town was found',
    },
    town: 'The town itself',
    maps: 'Open in a map',
    mapOf: (lat: number, long: number): Readonly<Record<string, string>> => ({
      OpenStreetMap: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${long}#map=12/${lat}/${long}`,
      'Google Maps': `https://www.google.com/maps/search/?api=1&query=${lat},${long}`,
    }),
  },

  audit: {
    title: 'Audit log',
    actions,
    filters: {
      user: 'Whom',
      actor: 'By',
      action: 'What',
      permission: 'Permission',
      module: 'Module',
      reason: 'Part of the reason',
      batch: 'Batch',
      since: 'From',
      until: 'To',
      source: 'Source',
      changed: 'Had an effect',
    },
    userHint: 'Type a part of the name or e-mail, and choose a user.',
    noUser: 'No single user matches. Enter an e-mail.',
    several: (emails: readonly string[]) =>
      `Several users match: ${emails.slice(0, NAMED).join(', ')}. Enter one.`,
    actorHint: 'A user, or cli:name.',
    follow: 'Show new entries',
    newest: 'Newest',
    older: 'Older',
    time: 'Time',
    number: 'Entry',
    before: 'Held before',
    after: 'Held after',
    technical: 'Technical details',
    requestId: 'Request',
    digest: 'Digest',
    undone: 'Undone',
    none: 'No changes yet',
    noneFound: 'No entries match these filters',
    missing: (id: string) => `No entry has the number ${id}`,
    found: (n: number) => counted(n, 'entry', 'entries'),
    byWhom: (who: string) => `by ${who}`,
    actor: (actor: string) => (actor === 'service' ? 'The service' : actor),
    entry: (id: number | string) => `Entry ${id}`,
    nothing: (asked: readonly string[]) => `no change (asked for: ${someOf(asked) || 'nothing'})`,
    member: (name: string): string => members[name] ?? name,
    reverts: (id: number) => `undoes entry ${id}`,
    undoneBy: (id: number) => `undone by entry ${id}`,
    ofBatch: (batch: string) => `batch ${batch}`,
    erasedSubject: '(erased)',
  },
} as const;
