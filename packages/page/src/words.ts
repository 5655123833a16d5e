import type { Data, PermissionRow } from '@ops-admin/client';

type Widening = NonNullable<Data<'renamePermission'>['widening']>;

// Every word of the page is here, so that it can be translated in one place.

const LANGUAGE = 'en-GB';

const numbers = new Intl.NumberFormat(LANGUAGE);
const times = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

/** A number for people. */
export function numberText(n: number): string {
  return numbers.format(n);
}

/** A moment for people, in their zone. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.valueOf()) ? iso : times.format(time);
}

const counted = (n: number, one: string, many: string) => `${numberText(n)} ${n === 1 ? one : many}`;

/** What a request calls what somebody has typed. */
const typed: Readonly<Record<string, string>> = {
  batch: 'run',
  changes: 'change',
  departmentId: 'department',
  emails: 'e-mail',
  ends: 'end',
  firstName: 'first name',
  issuer: 'issuer',
  lastName: 'last name',
  name: 'full name',
  permissions: 'permission',
  reason: 'reason',
  subject: 'subject',
  until: 'end',
  user: 'user',
};

/** What the service says, without the places in a request (`payload.emails[1]`), which nobody here has seen. */
const plainText = (message: string): string =>
  message
    .replace(/\bpayload((?:\.[\w-]+|\[\d+\])*)/g, (_all, path: string) => {
      const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
      const at = parts.findLastIndex((part) => Object.hasOwn(typed, part));
      const [name, nth] = at < 0 ? [parts.at(-1) ?? 'the request'] : [typed[parts[at] ?? ''], parts[at + 1]];
      return nth !== undefined && /^\d+$/.test(nth) ? `${name} ${Number(nth) + 1}` : (name ?? '');
    })
    .replace(/^./, (first) => first.toUpperCase());

/** What rows did, or would do. */
const results: Readonly<Record<PermissionRow['result'], string>> = {
  added: 'permissions added',
  'already-held': 'already held: nothing to do',
  'would-add': 'permissions would be added',
  removed: 'permissions removed',
  'nothing-held': 'not held: nothing to do',
  'would-remove': 'permissions would be removed',
  reverted: 'change undone',
  'would-revert': 'change would be undone',
  'nothing-left': 'nothing is left to undo',
  activated: 'activated',
  deactivated: 'deactivated',
  'would-activate': 'would be activated',
  'would-deactivate': 'would be deactivated',
  'already-so': 'already so: nothing to do',
  'user-not-found': 'not found',
  'user-inactive': 'is not active',
  invalid: 'is not valid',
  conflict: 'refused: another user has it',
  'no-admin-left': 'refused: the last admin',
  'changed-since': 'not done: changed by somebody else meanwhile',
  'not-done': 'not done',
  renamed: 'permission renamed',
  'would-rename': 'permission would be renamed',
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
  unchanged: 'already so: nothing to do',
  kept: 'confirmed',
  'would-keep': 'would be confirmed',
};

/** The same of a row: what others changed later is left as it is, and not nothing. */
const rowText = ({ leftAlone, result, undoneBy }: PermissionRow): string =>
  result !== 'nothing-left'
    ? results[result]
    : undoneBy !== undefined
      ? 'undone already'
      : leftAlone?.length
        ? 'not undone'
        : results[result];

/** What an entry did. */
const actions: Readonly<Record<string, string>> = {
  add: 'Permissions added to',
  remove: 'Permissions removed from',
  set: 'Permissions set for',
  revert: 'Change undone for',
  link: 'Account linked to',
  unlink: 'Account unlinked from',
  create: 'Created',
  update: 'Details changed of',
  activate: 'Activated',
  deactivate: 'Deactivated',
  erase: 'Erased',
  expire: 'Permissions ended for',
  attest: 'Permissions confirmed for',
  rotate: 'Key of the trail changed',
  department: 'Department changed',
};

/** The same, where nobody is named. */
const withoutWhom = (action: string): string => action.replace(/ (?:for|from|of|to)$/, '');

/** What an entry says was changed of a user or a department. */
const members: Readonly<Record<string, string>> = {
  emails: 'e-mails',
  personalInformation: 'name',
  departmentId: 'department',
  parentId: 'department above',
  managerId: 'who leads it',
};

/** Where a change came from. */
const sources: Readonly<Record<string, string>> = {
  http: 'over HTTP',
  cli: 'by command',
  import: 'by an import',
  embedded: 'by another program',
  service: 'by the service',
};

/** Of so many permissions a sentence names each. */
const NAMED = 5;

const someOf = (permissions: readonly string[]): string =>
  permissions.length > NAMED
    ? counted(permissions.length, 'permission', 'permissions')
    : permissions.join(', ');

export const words = {
  starting: 'One moment…',
  noSuchPage: (shown: string) => `There is no such page for you. This is “${shown}”.`,
  loading: 'Loading…',
  close: 'Close',
  until: 'until',
  forGood: 'for good',
  menu: 'Views',
  skip: 'Skip to the content',
  row: rowText,
  actions,
  action: (action: string): string => actions[action] ?? action,
  sources,
  source: (source: string): string => sources[source] ?? source,

  signIn: {
    title: 'Sign in',
    at: (host: string) => `You sign in at ${host}.`,
    token: 'Token',
    tokenHint: 'Somebody who runs the service makes one: ops-admin token issue --user YOUR-E-MAIL',
    submit: 'Sign in',
    out: 'Sign out',
    signedOut: 'You are signed out.',
    ended: 'Your sign-in has ended. Sign in again to go on where you were.',
    refused: 'The token is not valid, or has ended. Sign in again to go on where you were.',
    signedOutHere: (host: string) => `You are signed out here. You may still be signed in at ${host}.`,
    notAccepted:
      'The provider has signed you in, but the service does not accept its token. Tell somebody who runs the service.',
    nobody: 'You are no user here',
    nobodyHint: 'An admin can link your account to a user, or activate you. Then try again.',
    notBegun: 'it was not begun in this tab.',
    noEndpoint: 'the provider does not say where to sign in.',
    noAnswer: (host: string) => `${host} cannot be reached.`,
    failed: (reason: string) => `Signing in has failed: ${reason}`,
  },

  problems: {
    plain: plainText,
    noAnswer: 'The service cannot be reached.',
    goesOn: 'This page tries again by itself.',
    nothingDone: 'Nothing was done. Try again in a moment.',
    request: (id: string) => `The log has more under request ${id}`,
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
    plain: 'You can see what you may do. Readers and admins see more.',
    until: 'Signed in until',
    permissions: 'What you may do',
    none: 'You hold no permissions.',
  },

  users: {
    title: 'Users',
    search: 'Name, e-mail or id',
    department: 'Department',
    anyDepartment: 'Any',
    right: 'Permission',
    how: 'People who',
    mayDo: 'may do it',
    removalChanges: 'hold it, or part of it',
    state: 'State',
    anyState: 'Any',
    active: 'active',
    inactive: 'not active',
    sort: 'Order',
    byName: 'by name',
    byEmail: 'by e-mail',
    byDepartment: 'by department',
    find: 'Find',
    all: 'Show all',
    nobody: 'Nobody is found. Use fewer words or filters.',
    nobodyMay: (right: string) => `Nobody may do ${right}: it is known, and nobody holds it.`,
    nobodyHolds: (right: string) => `Nobody holds ${right}, or anything that a removal of it would change.`,
    unknownRight: (right: string) => `${right} is no known permission: nobody has ever held it.`,
    meant: 'Did you mean',
    found: (total: number) => counted(total, 'user', 'users'),
    holds: (shown: string, n: number) => `${shown} ${n === 1 ? 'permission' : 'permissions'}`,
  },

  user: {
    title: 'User',
    id: 'Id',
    admin: 'admin',
    permissions: 'Permissions',
    none: 'Holds no permissions.',
    wholeModule: (module: string) => `Everything of ${module}.`,
    coveredBy: 'Also granted by',
    search: 'Find among them',
    whoElse: 'Who else?',
    ends: 'Ends',
    accounts: 'Accounts that sign in as this user',
    noAccounts: 'None.',
    changes: 'Changes',
    allChanges: 'All changes',
  },

  add: {
    open: 'Add permissions',
    title: (name: string) => `Add permissions to ${name}`,
    permissions: 'Permissions',
    permission: (n: number) => `Permission ${n}`,
    hint: 'Such as service.tickets.read, or service.tickets.* for all of a module. Several can be pasted.',
    until: 'Until',
    untilHint: 'The end of a day. Left empty, it is for good.',
    days: (n: number) => (n % 7 === 0 ? counted(n / 7, 'week', 'weeks') : counted(n, 'day', 'days')),
    missing: 'Name a permission.',
    verb: 'Add',
  },

  remove: {
    title: (name: string) => `Remove permissions from ${name}`,
    selected: (n: number) =>
      n === 0 ? 'Remove selected' : `Remove ${counted(n, 'permission', 'permissions')}`,
    verb: 'Remove',
  },

  many: {
    select: (name: string) => `Select ${name}`,
    selected: (n: number, hidden: number) =>
      `Change ${counted(n, 'selected user', 'selected users')}${hidden > 0 ? ` (${numberText(hidden)} not in this list)` : ''}`,
    clear: 'Clear selection',
    page: 'Select all on this page',
    found: (n: number) => (n === 1 ? 'Change the one found' : `Change all ${numberText(n)} found`),
    pasted: 'Change a pasted list',
    of: (n: number) => `Change ${counted(n, 'user', 'users')}`,
    ofList: 'Change the users of a pasted list',
    named: (n: number) => `${counted(n, 'user is', 'users are')} named.`,
    nobodyNamed: 'Paste the e-mails or ids of the users.',
    who: 'Users',
    whoHint: 'E-mails or ids, as they come out of a sheet or a message.',
    what: 'What',
    verb: {
      remove: 'Remove permissions',
      add: 'Add permissions',
      everything: 'Remove everything',
      deactivate: 'Deactivate',
      activate: 'Activate',
    },
    tooMany: (n: string, most: string) =>
      `${n} users are found; here at most ${most} are changed at once. Narrow the filters, or use the command.`,
  },

  leave: {
    open: 'Remove everything',
    title: (name: string) => `Remove everything from ${name}`,
    means: 'For somebody who leaves: all permissions, and the accounts that sign in as them.',
    verb: 'Remove everything',
  },

  edit: {
    open: 'Edit',
    title: (name: string) => `Edit ${name}`,
    verb: 'Save',
    done: (name: string) => `The details of ${name} are saved`,
    isFinal: 'The trail keeps which details were changed, not what they were: this cannot be undone.',
  },

  create: {
    open: 'Create user',
    title: 'Create a user',
    missing: 'Give a name and an e-mail.',
    verb: 'Create',
    done: 'The user is created',
    undoMeans: 'Undoing this deactivates the user.',
  },

  person: {
    firstName: 'First name',
    lastName: 'Last name',
    name: 'Full name',
    nameHint: 'Left empty, it is first and last name.',
    emails: 'E-mails',
    emailsHint: 'One a line; the first one is shown.',
    noDepartment: 'None',
    nothing: '(empty)',
    same: 'Nothing is changed by this.',
  },

  deactivate: {
    title: (name: string) => `Deactivate ${name}`,
    means: 'They may do nothing from the next request on. What they hold stays for their return.',
    leads: (departments: string) => `Leads ${departments}, and stays named there until somebody else is.`,
    verb: 'Deactivate',
  },

  activate: {
    title: (name: string) => `Activate ${name}`,
    means: 'They may do again what they hold.',
    verb: 'Activate',
  },

  erase: {
    open: 'Erase',
    title: (name: string) => `Erase ${name}`,
    means:
      'E-mails, names, accounts and permissions are removed for good. The id stays in the trail. This cannot be undone.',
    verb: 'Erase for good',
    done: (id: string) => `The user ${id} is erased`,
  },

  link: {
    open: 'Link account',
    title: (name: string) => `Link an account to ${name}`,
    issuer: 'Issuer',
    issuerHint: 'The identity provider, exactly as iss in its tokens.',
    subject: 'Subject',
    subjectHint: 'The account there, exactly as sub.',
    verb: 'Link',
    done: (name: string, subject: string) => `${subject} signs in as ${name} now`,
  },

  unlink: {
    title: (name: string) => `Unlink an account from ${name}`,
    verb: 'Unlink',
    done: (name: string, subject: string) => `${subject} does not sign in as ${name} any more`,
  },

  run: {
    show: 'Show what happens',
    looking: 'Finding out what would happen…',
    nobody: 'Nobody would be changed.',
    progress: 'Users done',
    count: (result: string, rows: number, users: number) =>
      `${result}: ${rows === users ? counted(users, 'user', 'users') : counted(rows, 'change', 'changes')}`,
    rows: (done: string, all: string) => `${done} of ${all}`,
    stale: 'Nothing was done: the user was changed since you looked.',
    leavesOut: (n: number) => `${counted(n, 'is', 'are')} left out: see above.`,
    making: 'Working…',
    back: 'Back',
    again: 'Look again',
    reason: 'Reason',
    reasonHint: 'For the trail: why, or the number of a ticket.',
    stillGranted: 'Still granted by what stays:',
    leftAlone: 'Left alone, because it was changed later:',
    changedBy: (entry: number, who: string) => `changed by entry ${entry} (${who})`,
    changedSince: 'What was changed since you looked:',
    leavesNoAdmin: 'This would leave no admin: nobody could change anything here.',
    unknown: 'Whether it was done is not known. Look at the changes of the user before you try again.',
    failed: (n: string) => `Not all was done: ${n} failed.`,
    more: (n: string) => `and ${n} more`,
  },

  withEntry: (text: string, entry: number) => `${text} (entry ${entry}).`,

  /** What a run did, for the notice. */
  done: (rows: readonly PermissionRow[], users: number) => {
    const [row] = rows;
    if (rows.length > 1 || !row) return `${counted(users, 'user', 'users')} changed.`;
    const who = row.name || row.email || row.userId || '';
    const said = [
      ...(row.removed?.length ? [`removed ${someOf(row.removed)}`] : []),
      ...(row.added?.length ? [`added ${someOf(row.added)}`] : []),
    ].join('; ');
    return `${who}: ${said || rowText(row)}${row.entry === undefined ? '.' : ` (entry ${row.entry}).`}`;
  },

  undo: {
    link: 'Undo',
    wholeRun: 'Undo the whole run',
    verb: 'Undo',
    entry: (id: number) => `Undo entry ${id}`,
    run: (batch: string) => `Undo the run ${batch}`,
  },

  given: {
    unknown: 'The trail does not say who gave it.',
    by: (who: string) => `Given by ${who},`,
    attested: (who: string) => `Confirmed by ${who},`,
  },

  reviews: {
    title: 'Reviews',
    means:
      'Go through what the people of a department hold. What is kept is noted in the trail as confirmed by you; nothing is done before you save.',
    canOnlyLook: 'An admin decides what is kept.',
    department: 'Department, with those below it',
    choose: 'Choose one',
    led: 'You lead',
    found: (total: number, confirmed: number) =>
      `${counted(total, 'permission', 'permissions')} to look at${confirmed > 0 ? `; ${numberText(confirmed)} confirmed in the last 30 days` : ''}`,
    none: 'Nobody there holds anything.',
    decision: { '': 'Later', keep: 'Keep', remove: 'Remove', until: 'Keep until' },
    untilHint: 'The end of a day',
    keepAll: (name: string) => `Keep the rest of ${name}`,
    keepPage: 'Keep the rest of this page',
    clear: 'Start over',
    decided: (n: number, total: number) => `${numberText(n)} of ${numberText(total)} decided`,
    save: (department: string) => `Save the review of ${department}`,
    verb: 'Save the review',
    done: (kept: number, removed: number, ended: number) =>
      `The review is saved: ${counted(kept, 'permission', 'permissions')} confirmed, ${numberText(removed)} removed, ${numberText(ended)} with an end.`,
  },

  runs: {
    title: 'Runs',
    none: 'No runs. What changes many users at once is listed here.',
    size: (entries: number, users: number) =>
      `${counted(entries, 'entry', 'entries')}, ${counted(users, 'user', 'users')}`,
    did: (action: string, isOfMany: boolean): string =>
      withoutWhom(words.action(action)) + (isOfMany ? ', such as' : ''),
    undone: (undone: number, entries: number) =>
      undone === entries
        ? 'undone'
        : `${numberText(undone)} of ${counted(entries, 'entry', 'entries')} undone`,
  },

  departments: {
    title: 'Departments',
    search: 'Part of a name or a description',
    found: (total: number) => counted(total, 'department', 'departments'),
    none: 'No department is found.',
    unknown: 'No department has this name. Choose one of those that are suggested.',
    below: (n: number) => `${numberText(n)} below`,
    manager: 'led by',
    people: 'People',
    review: 'Review',
  },

  permissions: {
    title: 'Permissions',
    search: 'Permission or purpose',
    none: 'No permission is found. Use fewer words or filters.',
    module: 'Module',
    anyModule: 'Any',
    listed: 'In the catalogue',
    anyListed: 'Any',
    isListed: 'listed',
    isNotListed: 'not listed',
    found: (total: number) => counted(total, 'permission', 'permissions'),
    owner: (owner: string) => `owner: ${owner}`,
    mayDo: 'Who may do it',
    holders: (shown: string, n: number) => `${shown} ${n === 1 ? 'holder' : 'holders'}`,
  },

  rename: {
    title: (from: string) => `Rename ${from}`,
    to: 'New name',
    hint: 'For everybody who holds it. The wildcard of a module, service.tickets.*, renames all of the module.',
    missing: 'Give the new name.',
    verb: 'Rename',
    widening: ({ inUse, module, newAdmins, wholeModule }: Widening): string => {
      const users = (n: number) => counted(n, 'user', 'users');
      const facts = [
        ...(wholeModule > 0 ? [`${users(wholeModule)} would get all of ${module}`] : []),
        ...(inUse > 0
          ? [`of ${module}, ${users(inUse)} already ${inUse === 1 ? 'holds' : 'hold'} something`]
          : []),
        ...(newAdmins > 0
          ? [`${users(newAdmins)} would become ${newAdmins === 1 ? 'an admin' : 'admins'}`]
          : []),
      ];
      return `By the new name users can do more: ${facts.join('; ')}.`;
    },
  },

  places: {
    title: 'Places',
    address: 'Address, town or airport',
    hint: 'Such as 12 Rue de Rivoli, Paris, or JFK.',
    find: 'Find',
    at: (lat: number, long: number) =>
      `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'south' : 'north'}, ${Math.abs(long).toFixed(4)}° ${long < 0 ? 'west' : 'east'}`,
    precision: {
      airport: 'This is the airport.',
      address: 'This is the address.',
      street: 'Only the street was found.',
      postcode: 'Only the postcode was found.',
      district: 'Only the district was found.',
      town: 'Only the town was found.',
    },
    town: 'This is the town.',
    map: (name: string) => `A map of the world with ${name}`,
  },

  trail: {
    title: 'Trail',
    filter: 'Filters',
    actions: Object.fromEntries(Object.entries(actions).map(([action, text]) => [action, withoutWhom(text)])),
    filters: {
      user: 'Changed user',
      actor: 'Changed by',
      action: 'What',
      permission: 'Permission',
      module: 'Module',
      reason: 'Part of the reason',
      batch: 'Run',
      since: 'From',
      until: 'To',
      source: 'From where',
      changed: 'Changed anything',
    },
    userHint: 'E-mail or id',
    actorHint: 'E-mail, id or cli:name',
    any: 'Any',
    byMe: 'By me',
    today: 'Today',
    changes: { true: 'yes', false: 'no' },
    follow: 'Show new entries as they come',
    newest: 'Newest',
    older: 'Older',
    before: 'Held before',
    after: 'Held after',
    requestId: 'Request',
    digest: 'Digest',
    none: 'No changes.',
    noneFound: 'No entries are found. Use fewer filters.',
    by: 'by',
    entry: (id: number | string) => `Entry ${id}`,
    number: (id: number) => `Entry ${id}`,
    nothing: (asked: readonly string[]) => `Nothing was changed (asked for: ${someOf(asked) || 'nothing'}).`,
    member: (name: string): string => members[name] ?? name,
    members: (names: string) => `Changed: ${names}`,
    reason: (reason: string) => `Reason: ${reason}`,
    reverts: (id: number) => `undoes entry ${id}`,
    undoneBy: (id: number) => `undone by entry ${id}`,
    ofRun: (batch: string) => `run ${batch}`,
    erasedSubject: '(erased)',
  },
} as const;
