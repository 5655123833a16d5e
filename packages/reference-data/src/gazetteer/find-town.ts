import { FINAL_RULES } from './final-rules.js';
import { isCounty, type NamedPlace, type NameIndex, NameReader, type Reading } from './name-index.js';
import { placeParts } from './place-parts.js';
import { RULES, type Rule } from './rules.js';
import { type AddressPart, type AddressRun, type PartKind, splitAddress } from './split-address.js';
import { readLead, readStep, type Step, type TownSoFar } from './step.js';
import { OTHER_READINGS, PLAIN_READING, TOWN_READINGS } from './town-readings.js';

/** Which rule decided about which words. */
export interface Decision {
  /** What the words are by the conventions of addresses: `unit`, `street`, `town`; `name` if those do not say it. */
  readonly part: PartKind;
  readonly words: string;
  readonly rule: string;
  readonly example: string;
  /** `take-town`, `pass-over` and so on. */
  readonly action: string;
  /** How the words name a town, if one was taken: `after-a-street`. */
  readonly reading?: string;
}

/** The place of an address, and the decisions that led there, from right to left. */
export interface TownFound {
  readonly place: NamedPlace | undefined;
  readonly decisions: readonly Decision[];
}

const MAX_PARTS = 24;
// Strokes and brackets cut a part further: every run is compared with those after it.
const MAX_RUNS = 48;
const CODE = /^(?:[A-Z]{3}|[A-Z0-9]{4})$/;

// A town's very name is an example of its rule.
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  [...TOWN_READINGS, ...OTHER_READINGS]
    .filter(({ name }) => name !== PLAIN_READING)
    .map(({ name, example }) => [name, `\`${example}\``]),
);

/** The place of an address, by the rules of `RULES` and `FINAL_RULES`. Throws what the index throws. */
export function findTown(address: string, index: NameIndex): TownFound {
  const parts = splitAddress(address).slice(-MAX_PARTS);
  const reader = new NameReader(index, postcodeIn(parts), address);
  const isCode = CODE.test(address);
  const runs = placeParts(joinNames(parts, reader).slice(-MAX_RUNS), reader);
  const strict = new TownSearch(runs, isCode, false, reader).find();
  // What is left of unknown words names no other town: `Site Supervisor, Yanbu Industrial City 41912`
  const isStopped = strict.decisions.some(({ action }) => action === 'find-nothing');
  const left = runs.slice(0, runs.length - strict.decisions.length + 1);
  const isLoose =
    !strict.place &&
    (!isStopped ||
      (strict.decisions.at(-1)?.rule === 'unknown-after-town' &&
        left.every(({ words }) => reader.places(words).length === 0)));
  const found = isLoose ? new TownSearch(runs, isCode, true, reader).find() : strict;
  return reader.isExhausted ? { ...found, place: undefined } : found;
}

/** The digits of the number next to a name that can be a postcode; empty if there is none. */
function postcodeIn(parts: readonly AddressPart[]): string {
  const names = parts.flatMap(({ runs }) => runs).filter(({ part }) => part === 'name' || part === 'town');
  const found = names.flatMap(({ before, after }) =>
    [before, after].filter((digits) => digits.length >= POSTCODE_DIGITS),
  );
  return (
    found.at(-1) ??
    names.map(({ before }) => before).find(({ length }) => length === SHORT_POSTCODE_DIGITS) ??
    ''
  );
}

const POSTCODE_DIGITS = 5;
const SHORT_POSTCODE_DIGITS = 4;

class TownSearch {
  readonly #runs: readonly AddressRun[];
  readonly #isCode: boolean;
  readonly #isLoose: boolean;
  readonly #reader: NameReader;
  readonly #around: Reading[] = [];
  readonly #decisions: Decision[] = [];
  #best: TownSoFar | undefined;

  constructor(runs: readonly AddressRun[], isCode: boolean, isLoose: boolean, reader: NameReader) {
    this.#runs = runs;
    this.#isCode = isCode;
    this.#isLoose = isLoose;
    this.#reader = reader;
  }

  find(): TownFound {
    this.#walk();
    const place = this.#best?.place;
    if (!this.#best || !place) return { place: undefined, decisions: this.#decisions };
    const end = {
      isCode: this.#isCode,
      runs: this.#runs,
      around: this.#around,
      best: this.#best,
      reader: this.#reader,
    };
    const against = FINAL_RULES.find((rule) => rule.applies(end));
    if (!against) return { place, decisions: this.#decisions };
    const words = this.#runs.map((run) => run.words.join(' ')).join(', ');
    return {
      place: undefined,
      decisions: [
        ...this.#decisions,
        { part: 'name', words, rule: against.name, example: against.example, action: 'find-nothing' },
      ],
    };
  }

  /** From right to left. */
  #walk(): void {
    const [first] = this.#runs;
    const lead = first && this.#runs.length > 1 ? readLead(first, this.#reader) : [];
    for (const [at, run] of [...this.#runs.entries()].reverse()) {
      const step = readStep(run, at, {
        around: this.#around,
        best: this.#best,
        lead,
        isLoose: this.#isLoose,
        reader: this.#reader,
      });
      const rule = RULES.find((each) => each.applies(step));
      if (!rule || !this.#act(step, rule)) return;
    }
  }

  /** Whether to look at the words before. */
  #act(step: Step, { name, example, action }: Rule): boolean {
    const words = step.words.join(' ');
    const { at, town, reading, areas, part } = step;
    const taken = action === 'take-town' || action === 'end-with-town' ? town : undefined;
    this.#decisions.push({
      part,
      words,
      rule: name,
      example: (taken && EXAMPLES.get(reading)) ?? example,
      action,
      ...(taken && { reading }),
    });
    if (taken) this.#best = { at, place: taken, areas: areas ?? [], before: step.before };
    if (areas && (action === 'take-town' || action === 'take-area'))
      // `Odunpazarı` is also the county of a part of Eskişehir.
      this.#around.push(...(taken?.section ? areas.filter((reading) => !reading.every(isCounty)) : areas));
    if (action === 'find-nothing') this.#best = undefined;
    return action === 'pass-over' || action === 'take-area' || action === 'take-town';
  }
}

/** A name can have digits (`6th of October City`), or a comma (`Taiwan, Province of China`). */
function joinNames(parts: readonly AddressPart[], reader: NameReader): AddressRun[] {
  const runs = parts.flatMap((part) => runsOf(part, reader));
  const joined: AddressRun[] = [];
  for (const run of [...runs].reverse()) {
    const next = joined[0];
    const words = next ? [...run.words, ...next.words] : [];
    if (next && run.part === 'name' && run.after === '' && hasComma(next, words, reader)) {
      joined[0] = { ...run, words, name: words, after: next.after };
    } else joined.unshift(run);
  }
  return joined;
}

function hasComma(next: AddressRun, words: readonly string[], reader: NameReader): boolean {
  return (
    words.length <= MAX_JOINED_WORDS &&
    next.words.some((word) => COMMA_WORDS.has(word)) &&
    reader.areasNamed(words).length > 0
  );
}

// Words in the second half of an area's name with a comma: `Newry, Mourne and Down`, `Congo - Kinshasa`
const COMMA_WORDS = new Set(['of', 'the', 'and', 'us', 'british', 'de', 'del', 'kinshasa', 'brazzaville']);
const MAX_JOINED_WORDS = 8;

function runsOf({ whole, runs }: AddressPart, reader: NameReader): readonly AddressRun[] {
  const [first] = runs;
  if (runs.length === 1 && first?.words.join(' ') === whole) return runs;
  const words = whole.split(' ');
  const isName =
    runs.some(({ part }) => part !== 'unit' && part !== 'contact') && reader.places(words).length > 0;
  return isName ? [{ part: 'name', words, name: words, before: '', after: '' }] : joinRivers(runs, reader);
}

// German towns of one name are told apart by their river (DIN 5008): `Offenbach/Main`, `Frankfurt (Oder)`.
const RIVERS = new Set(
  'donau elbe fulda havel inn isar lahn lech main mosel neckar oder rhein ruhr saale spree weser werra'.split(
    ' ',
  ),
);
const BESIDE = [[], ['am'], ['an', 'der']];

/** A river that follows a name belongs to it, if a town is called so; otherwise it is no place. */
function joinRivers(runs: readonly AddressRun[], reader: NameReader): AddressRun[] {
  const joined: AddressRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isRiver = run.words.length === 1 && RIVERS.has(run.words[0] ?? '') && run.before === '';
    if (!isRiver || last?.part !== 'name' || last.after !== '') {
      joined.push(run);
      continue;
    }
    const words = BESIDE.map((link) => [...last.words, ...link, ...run.words]).find(
      (each) => reader.places(each).length > 0,
    );
    if (words) joined[joined.length - 1] = { ...last, words, name: words, after: run.after };
    else joined.push({ ...run, part: 'district' });
  }
  return joined;
}
