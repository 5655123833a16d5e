import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

interface Help {
  readonly path: readonly string[];
  readonly text: string;
  /** Each with its description, in one line. */
  readonly options: readonly string[];
}

/** The options that have a variable with every command. */
const CONTEXT = new Set(['server', 'db', 'server', 'actor', 'reason', 'json', 'quiet']);

describe('Help', () => {
  const workplace = new Workplace();

  /** The help of a command and of all below it, as the real command prints it. */
  async function helpBelow(path: readonly string[]): Promise<Help[]> {
    const { code, stderr, stdout: text } = await workplace.run([...path, '--help']);
    expect([code, stderr], path.join(' ')).to.deep.equal([0, '']);
    const below = itemsOf(text, 'Commands').map((item) => item.split(/[ |]/)[0] as string);
    const all: Help[] = [{ path, text, options: itemsOf(text, 'Options') }];
    for (const name of below.filter((one) => one !== 'help')) all.push(...(await helpBelow([...path, name])));
    return all;
  }

  function itemsOf(text: string, section: string): string[] {
    const lines = new RegExp(`^${section}:\n((?: .*\n)+)`, 'm').exec(text)?.[1] ?? '';
    // A long text continues on the next line, indented.
    return lines
      .replace(/\n {3,}/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  it('describes all commands as they are, and as they print', async () => {
    const read = await workplace.runReal(['--help']);
    expect(read).to.deep.equal(await workplace.run(['--help']));
  });

  it('of a command that only reads has neither --wait nor --new-key', async () => {
    const reads =
      /^(?:list|show|tree|diff|check|holders|known|modules|export|batches|head|verify|info|config)$/;
    const all = await helpBelow([]);
    const readers = all.filter(({ path }) => reads.test(path.at(-1) ?? ''));
    expect(readers.length).to.be.greaterThan(15);
    for (const { options, path } of readers)
      expect(options.join('\n'), path.join(' ')).to.not.match(/^--(?:wait|new-key) /m);
  });

  it('of every command ends with examples, and names only existing variables', async () => {
    const all = await helpBelow([]);
    expect(all.length).to.be.greaterThan(30);
    for (const { path, options, text } of all) {
      const command = ['ops-admin', ...path].join(' ');
      const examples = /\nExamples:\n((?: {2}.*\n)+)$/.exec(text)?.[1] ?? '';
      expect(examples, `examples of ${command}`).to.include(path.length > 0 ? command : 'ops-admin');
      // Variables are for context, and never for what one call destroys: settings have one, and few others.
      const isOfSettings = path[0] === 'serve' || path[0] === 'config';
      for (const option of options) {
        const name = /--([a-z-]+)/.exec(option)?.[1] ?? '';
        const isFilter =
          path[0] === 'audit' &&
          /^(?:list|export)$/.test(path[1] ?? '') &&
          !/^(?:db|json|server)$/.test(name);
        const hasOne = isOfSettings
          ? !/^(?:help|version|new-key)$/.test(name)
          : CONTEXT.has(name) && !isFilter;
        expect(/env: OPS_[A-Z_]+[),]/.test(option), `${command}: ${option}`).to.equal(hasOne);
      }
    }
  });

  it('is suggested for a mistyped command or option', async () => {
    const suggestion = async (...args: string[]) => {
      const { code, stderr } = await workplace.run(args);
      return [code, /Did you mean (.*)\?/.exec(stderr)?.[1]];
    };
    expect(await suggestion('audti')).to.deep.equal([2, 'audit']);
    expect(await suggestion('audit', 'exprot')).to.deep.equal([2, 'export']);
    expect(await suggestion('audit', 'list', '--oldest-frist')).to.deep.equal([2, '--oldest-first']);
  });
});
