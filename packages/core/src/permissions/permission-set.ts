import type { Timestamp } from '../values/timestamp.js';
import { moduleOf, type Permission, wholesOf, wildcardModuleOf } from './permission.js';
import {
  type AddPermissions,
  changesAnything,
  type PermissionChange,
  type Renaming,
  type SetPermissions,
  type UndoPermissions,
} from './permission-change.js';
import { type Ends, type EndsSet, endedBy, endsOf, NO_ENDS } from './permission-ends.js';

/** The effect of a held string. */
export interface HeldPermission {
  readonly permission: string;
  /** The module that it grants; missing if it only grants itself. */
  readonly module?: string;
  /** Missing if the string is permanent. */
  readonly until?: string;
  /** The other held strings that also grant it, in their order. */
  readonly coveredBy: readonly string[];
}

/** The effect of a change on a set; `added` and `removed` have only real changes. */
export interface AppliedChange {
  readonly before: PermissionSet;
  /** The same object as `before` if nothing changed. */
  readonly after: PermissionSet;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set, of added and of held strings. */
  readonly ends?: EndsSet;
}

/**
 * The permissions of a user: distinct strings in the order of their addition, each permanent or until an end. Immutable. Held
 * strings can be malformed, because stores are older than the rules. In JSON it is the array of its strings. A store keeps a string
 * until an entry removes it, and returns the set {@link at} the moment, without ended strings.
 */
export class PermissionSet implements Iterable<string> {
  // Not `#held`: code that compares or prints values, such as `deepStrictEqual` and `console.log`, sees only own properties.
  private readonly held: ReadonlySet<string>;
  private readonly until: Ends;

  private constructor(held: ReadonlySet<string>, until: Ends) {
    this.held = held;
    this.until = until;
  }

  /**
   * Makes a set; a repeated string keeps its first place, and `ends` of other strings are left out. Throws a `TypeError` without an
   * argument.
   */
  static of(permissions: Iterable<string>, ends: Ends = NO_ENDS): PermissionSet {
    // `new Set(undefined)` is empty: a caller that forgot the strings would remove all that a user holds.
    if (permissions === undefined || permissions === null) throw new TypeError('permissions are missing');
    const held = new Set(permissions);
    return new PermissionSet(held, endsAmong(held, ends));
  }

  get size(): number {
    return this.held.size;
  }

  /** The ends of strings; the others are permanent. */
  get ends(): Ends {
    return this.until;
  }

  /** Returns the strings that are held at a moment. */
  at(now: Date): PermissionSet {
    return endedBy(this.until, now).length === 0 ? this : this.expire(now).after;
  }

  /** Removes the strings that have ended. */
  expire(now: Date): AppliedChange {
    const ended = new Set(endedBy(this.until, now));
    return this.removeAll((held) => ended.has(held), ended.size === 0);
  }

  /** Returns the permanent strings. */
  forGood(): PermissionSet {
    return this.removeAll((held) => this.until.has(held), this.until.size === 0).after;
  }

  /** For code that prints values. */
  get [Symbol.toStringTag](): string {
    return 'PermissionSet';
  }

  /** Reports whether exactly this string is held. */
  has(permission: string): boolean {
    return this.held.has(permission);
  }

  /** Reports whether the string itself, the wildcard of its module, or its module is held. */
  grants(required: string): boolean {
    return this.held.has(required) || wholesOf(required).some((whole) => this.held.has(whole));
  }

  /** Returns the held strings that grant any of the given ones by the rule of {@link grants}, each once, in their order. */
  grantersOf(permissions: Iterable<string>): string[] {
    const granters = new Set<string>();
    for (const permission of permissions) {
      for (const one of [permission, ...wholesOf(permission)]) granters.add(one);
    }
    return [...this.held].filter((held) => granters.has(held));
  }

  /** Explains what each held string grants, and which others make it redundant. */
  explain(): HeldPermission[] {
    const wholes = new Map<string, string[]>();
    for (const held of this.held) {
      const module = moduleOf(held);
      if (module !== undefined && wholesOf(held).includes(held))
        wholes.set(module, [...(wholes.get(module) ?? []), held]);
    }
    return [...this.held].map((permission) => {
      const module = moduleOf(permission);
      const whole = (module !== undefined && wholes.get(module)) || [];
      const until = this.until.get(permission);
      return {
        permission,
        ...(module !== undefined && whole.includes(permission) && { module }),
        ...(until !== undefined && { until }),
        coveredBy: whole.filter((other) => other !== permission),
      };
    });
  }

  apply(change: PermissionChange): AppliedChange {
    switch (change.action) {
      case 'add':
        return this.add(change.permissions, change);
      case 'remove':
        return this.remove(change.permissions, change.isExact);
      case 'set':
        return this.replaceWith(this.setWithin(change), this.endsWithin(change));
      case 'rename':
        return this.rename(change.renaming);
      case 'everything':
        return this.remove([...this.held]);
    }
  }

  /**
   * Adds strings after the held ones, permanently or until their ends. A held string gets the given end, or becomes permanent
   * without one; a permanent string stays permanent.
   */
  add(
    permissions: readonly Permission[],
    { ends: given, keepsLater = false }: Pick<AddPermissions, 'ends' | 'keepsLater'> = {},
  ): AppliedChange {
    const asked = new Set<string>(permissions);
    const added = [...asked].filter((permission) => !this.held.has(permission));
    const ends = endsOf(given);
    if (ends.size + this.until.size === 0) {
      const after = added.length === 0 ? this : PermissionSet.of([...this.held, ...added]);
      return { before: this, after, added, removed: [] };
    }
    const until = new Map(this.until);
    for (const permission of asked) {
      const [end, current] = [ends.get(permission), this.until.get(permission)];
      if (current === undefined && this.held.has(permission)) continue;
      if (end === undefined) until.delete(permission);
      else if (!keepsLater || current === undefined || end > current) until.set(permission, end);
    }
    return this.changeTo(PermissionSet.of([...this.held, ...added], until));
  }

  /**
   * Removes every held string that equals a requested one, and every held string of a module whose wildcard is requested, even if
   * the wildcard itself is not held (interface, "PUT /user/remove-permissions"), unless `isExact`. Other requested strings are
   * ignored. The remaining ones keep their order.
   */
  remove(requested: readonly string[], isExact = false): AppliedChange {
    const exact = new Set(requested);
    const wildcards = isExact ? [] : requested.map(wildcardModuleOf);
    const modules = new Set(wildcards.filter((module) => module !== undefined));
    const isRequested = (held: string): boolean => {
      if (exact.has(held)) return true;
      const module = modules.size > 0 ? moduleOf(held) : undefined;
      return module !== undefined && modules.has(module);
    };
    return this.removeAll(isRequested);
  }

  /**
   * Replaces the old name by the new one, in its place, with its end. If the new name is already held, it is permanent if either
   * was, else it gets the later end.
   */
  rename({ from, to }: Renaming): AppliedChange {
    const [fromModule, toModule] = [wildcardModuleOf(from), wildcardModuleOf(to)];
    const renamed = (held: string): string => {
      if (fromModule === undefined || toModule === undefined) return held === from ? to : held;
      if (moduleOf(held) !== fromModule) return held;
      return `service.${toModule}${held.slice(`service.${fromModule}`.length)}`;
    };
    const until = new Map<string, Timestamp>();
    const forGood: string[] = [];
    for (const held of this.held) {
      const [name, end] = [renamed(held), this.until.get(held)];
      if (end === undefined) forGood.push(name);
      else if (end > (until.get(name) ?? '')) until.set(name, end);
    }
    for (const name of forGood) until.delete(name);
    return this.replaceWith([...this.held].map(renamed), until);
  }

  /**
   * Undoes an earlier change of exactly these strings: removes added ones that still have the given end, restores former ends, and
   * puts removed ones after the others, with their former ends.
   */
  undo({ added, ends: given = {}, endsBefore, removed }: Omit<UndoPermissions, 'action'>): AppliedChange {
    const [ends, former] = [new Map(Object.entries(given)), endsOf(endsBefore)];
    const isAsGiven = (one: string) =>
      this.held.has(one) && (this.until.get(one) ?? null) === (ends.get(one) ?? null);
    const taken = new Set(added.filter(isAsGiven));
    const until = new Map(this.until);
    const isAdded = new Set(added);
    const revised = [...ends.keys()].filter((one) => !isAdded.has(one) && isAsGiven(one));
    for (const one of [...revised, ...removed.filter((one) => !this.held.has(one))]) {
      const end = former.get(one);
      if (end === undefined) until.delete(one);
      else until.set(one, end);
    }
    return this.replaceWith([...[...this.held].filter((one) => !taken.has(one)), ...removed], until);
  }

  /**
   * Replaces the whole set, as an import does. Without `ends`, strings that stay keep their ends. A new order alone is not a
   * change.
   */
  replaceWith(permissions: Iterable<string>, ends: Ends = this.until): AppliedChange {
    return this.changeTo(PermissionSet.of(permissions, ends));
  }

  toArray(): string[] {
    return [...this.held];
  }

  /** Returns what `JSON.stringify` writes: {@link toArray}. */
  toJSON(): string[] {
    return this.toArray();
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.held.values();
  }

  /** Returns the strings outside of these modules; none without modules. */
  private outside(modules: readonly string[] | undefined): string[] {
    const within = new Set<string | undefined>(modules);
    return modules ? [...this.held].filter((one) => !within.has(moduleOf(one))) : [];
  }

  /** Returns the strings after a set. A set of some modules leaves the order of the others. */
  private setWithin({ modules, permissions }: SetPermissions): Iterable<string> {
    if (!modules) return permissions;
    const stays = new Set([...this.outside(modules), ...permissions]);
    return [...[...this.held].filter((one) => stays.has(one)), ...permissions];
  }

  /** Returns the ends after a set; strings outside of it keep theirs. */
  private endsWithin({ ends, modules }: Pick<SetPermissions, 'ends' | 'modules'>): Ends {
    if (!ends) return this.until;
    return modules
      ? new Map([...endsAmong(new Set(this.outside(modules)), this.until), ...endsOf(ends)])
      : endsOf(ends);
  }

  private removeAll(isGone: (held: string) => boolean, isNone = false): AppliedChange {
    const removed: string[] = [];
    const kept = new Set<string>();
    for (const held of isNone ? [] : this.held) {
      if (isGone(held)) removed.push(held);
      else kept.add(held);
    }
    const after = removed.length === 0 ? this : new PermissionSet(kept, endsAmong(kept, this.until));
    return { before: this, after, added: [], removed };
  }

  private changeTo(after: PermissionSet): AppliedChange {
    const added = [...after].filter((permission) => !this.has(permission));
    const removed = [...this].filter((permission) => !after.has(permission));
    const ends = this.endsSetBy(after);
    const change = { before: this, added, removed, ...(ends && { ends }) };
    if (added.length + removed.length > 0) return { ...change, after };
    return { ...change, after: changesAnything(change) ? new PermissionSet(this.held, after.until) : this };
  }

  private endsSetBy({ held, until }: PermissionSet): EndsSet | undefined {
    if (this.until.size + until.size === 0) return undefined;
    const forGood = [...this.until.keys()].filter((one) => held.has(one) && !until.has(one));
    const others = [...until].filter(([one, end]) => this.until.get(one) !== end);
    if (forGood.length + others.length === 0) return undefined;
    return Object.fromEntries([...others, ...forGood.map((one) => [one, null] as const)]);
  }
}

function endsAmong(held: ReadonlySet<string>, ends: Ends): Ends {
  if (ends.size === 0) return NO_ENDS;
  let isAmong = true;
  for (const one of ends.keys()) isAmong &&= held.has(one);
  if (isAmong) return ends;
  const among = new Map([...ends].filter(([one]) => held.has(one)));
  return among.size === 0 ? NO_ENDS : among;
}
