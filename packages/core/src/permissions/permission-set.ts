import { moduleOf, type Permission, wildcardModuleOf, wildcardOf } from './permission.js';
import {
  type AppliedChange,
  changesAnything,
  type PermissionChange,
  type Renaming,
} from './permission-change.js';

/** What a held string grants. */
export interface HeldPermission {
  readonly permission: string;
  /** The module that it grants all of; missing if it only grants itself. */
  readonly module?: string;
  /** The other held strings that grant it too, in their order. */
  readonly coveredBy: readonly string[];
}

/**
 * The permissions a user holds: distinct strings in the order they were given. Immutable. Held strings can be off the
 * pattern of a {@link Permission}, because stores are older than the rules. In JSON it is the array of its strings.
 */
export class PermissionSet implements Iterable<string> {
  // Not `#held`: code that compares or prints values, such as `deepStrictEqual` and `console.log`, sees only own properties.
  private readonly held: ReadonlySet<string>;

  private constructor(held: ReadonlySet<string>) {
    this.held = held;
  }

  /** A set of the given strings; a repeated one keeps its first place. Throws a `TypeError` without an argument. */
  static of(permissions: Iterable<string>): PermissionSet {
    // `new Set(undefined)` is empty: a caller who forgot the strings would remove all that a user holds.
    if (permissions === undefined || permissions === null) throw new TypeError('permissions are missing');
    return new PermissionSet(new Set(permissions));
  }

  get size(): number {
    return this.held.size;
  }

  /** The name of the class, for code that prints values. */
  get [Symbol.toStringTag](): string {
    return 'PermissionSet';
  }

  /** Whether exactly this string is held. */
  has(permission: string): boolean {
    return this.held.has(permission);
  }

  /** Whether the string itself, the wildcard of its module, or the module itself is held (decision 3). */
  grants(required: string): boolean {
    if (this.held.has(required)) return true;
    const module = moduleOf(required);
    return module !== undefined && (this.held.has(wildcardOf(module)) || this.held.has(`service.${module}`));
  }

  /**
   * The held strings that grant any of the given ones: the string itself, and what covers it by the rule of {@link grants}.
   * Each once, in their order.
   */
  grantersOf(permissions: Iterable<string>): string[] {
    const granters = new Set<string>();
    for (const permission of permissions) {
      const module = moduleOf(permission);
      granters.add(permission);
      if (module !== undefined) granters.add(wildcardOf(module)).add(`service.${module}`);
    }
    return [...this.held].filter((held) => granters.has(held));
  }

  /** Says what each held string grants, by the rule of {@link grants}, and which others make it needless. */
  explain(): HeldPermission[] {
    const wholes = new Map<string, string[]>();
    for (const held of this.held) {
      const module = moduleOf(held);
      if (module !== undefined && (held === `service.${module}` || held === wildcardOf(module))) {
        wholes.set(module, [...(wholes.get(module) ?? []), held]);
      }
    }
    return [...this.held].map((permission) => {
      const module = moduleOf(permission);
      const whole = (module !== undefined && wholes.get(module)) || [];
      return {
        permission,
        ...(module !== undefined && whole.includes(permission) && { module }),
        coveredBy: whole.filter((other) => other !== permission),
      };
    });
  }

  /** Carries out a change. */
  apply(change: PermissionChange): AppliedChange {
    switch (change.action) {
      case 'add':
        return this.add(change.permissions);
      case 'remove':
        return this.remove(change.permissions);
      case 'set':
        return this.replaceWith(change.permissions);
      case 'rename':
        return this.rename(change.renaming);
      case 'everything':
        return this.remove([...this.held]);
    }
  }

  /** Adds the strings that are not yet held, in the given order, after the held ones. */
  add(permissions: readonly Permission[]): AppliedChange {
    const added = [...new Set<string>(permissions)].filter((permission) => !this.held.has(permission));
    const after = added.length === 0 ? this : PermissionSet.of([...this.held, ...added]);
    return { before: this, after, added, removed: [] };
  }

  /**
   * Removes every held string that equals a requested one, and every held string of a module whose wildcard is requested,
   * whether or not the wildcard itself is held (interface, "PUT /user/remove-permissions"). Other requested strings are
   * ignored. The remaining ones keep their order.
   */
  remove(requested: readonly string[]): AppliedChange {
    const exact = new Set(requested);
    const modules = new Set(requested.map(wildcardModuleOf).filter((module) => module !== undefined));
    const isRequested = (held: string): boolean => {
      if (exact.has(held)) return true;
      const module = modules.size > 0 ? moduleOf(held) : undefined;
      return module !== undefined && modules.has(module);
    };
    const removed: string[] = [];
    const kept = new Set<string>();
    for (const held of this.held) {
      if (isRequested(held)) removed.push(held);
      else kept.add(held);
    }
    return { before: this, after: removed.length === 0 ? this : new PermissionSet(kept), added: [], removed };
  }

  /** Replaces the old name by the new one, in its place. If the new name is already held, it is held once (decision 9). */
  rename({ from, to }: Renaming): AppliedChange {
    const [fromModule, toModule] = [wildcardModuleOf(from), wildcardModuleOf(to)];
    const renamed = (held: string): string => {
      if (fromModule === undefined || toModule === undefined) return held === from ? to : held;
      if (moduleOf(held) !== fromModule) return held;
      return `service.${toModule}${held.slice(`service.${fromModule}`.length)}`;
    };
    return this.replaceWith([...this.held].map(renamed));
  }

  /** Removes what an earlier change added, and puts what it removed back after the others; exactly those strings. */
  undo({ added, removed }: Pick<AppliedChange, 'added' | 'removed'>): AppliedChange {
    const taken = new Set(added);
    const kept = [...this.held].filter((permission) => !taken.has(permission));
    return this.replaceWith([...kept, ...removed]);
  }

  /** Replaces the whole set, as an import does. Another order is not a change (decision 5). */
  replaceWith(permissions: Iterable<string>): AppliedChange {
    const after = PermissionSet.of(permissions);
    const added = [...after].filter((permission) => !this.has(permission));
    const removed = [...this].filter((permission) => !after.has(permission));
    return { before: this, after: changesAnything({ added, removed }) ? after : this, added, removed };
  }

  /** The held strings, in their order. */
  toArray(): string[] {
    return [...this.held];
  }

  /** What `JSON.stringify` writes: {@link toArray}. */
  toJSON(): string[] {
    return this.toArray();
  }

  /** The held strings, in their order. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.held.values();
  }
}
