import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

interface Setting {
  readonly name: string;
  readonly value: string | null;
  readonly source: string;
}

describe('ops-admin config', () => {
  const workplace = new Workplace();

  async function settings(env: Record<string, string> = {}, ...args: string[]) {
    const { code, stderr, stdout } = await workplace.run(['config', '--json', ...args], { env });
    expect([code, stderr]).to.deep.equal([0, '']);
    return new Map((JSON.parse(stdout) as Setting[]).map((setting) => [setting.name, setting]));
  }
  const shown = (all: ReadonlyMap<string, Setting>, name: string) => {
    const { source, value } = all.get(name) ?? {};
    return [value, source];
  };

  it('shows all documented settings by name, with their documented defaults', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8');
    const defaultOf = (name: string) =>
      new RegExp(`^\\| \`${name}\`[^|]*\\| +(.*?) +\\|`, 'm').exec(page)?.[1];
    const all = [...(await settings()).values()];
    expect(all.length).to.be.greaterThan(25);
    for (const { name, source, value } of all) {
      expect(source, name).to.equal(name === 'OPS_JSON' ? 'command line' : 'default');
      const documented = defaultOf(name);
      // Some defaults are words; the file is shown with its whole path.
      const isFixed = documented?.startsWith('`') === true && !/^OPS_(?:DB|JSON)$/.test(name);
      if (isFixed) expect(documented.split(';')[0], name).to.equal(`\`${value}\``);
      else expect(documented, name).to.be.a('string');
    }
    const names = all.map(({ name }) => name);
    expect(names).to.deep.equal([...names].sort());
  });

  it('shows the origin of each setting, the command line first', async () => {
    const env = {
      OPS_PORT: '8080',
      OPS_HOST: '0.0.0.0',
      OPS_LOG_LEVEL: 'warn',
      OPS_DEMO: 'no',
      OPS_ACTOR: 'Ada',
    };
    const all = await settings(env, '--port', '9090', '--db', 'data/x.db');
    expect(shown(all, 'OPS_PORT')).to.deep.equal(['9090', 'command line']);
    expect(shown(all, 'OPS_HOST')).to.deep.equal(['0.0.0.0', 'environment']);
    expect(shown(all, 'OPS_LOG_LEVEL')).to.deep.equal(['warn', 'environment']);
    expect(shown(all, 'OPS_DEMO')).to.deep.equal(['false', 'default']);
    expect(shown(all, 'OPS_MAX_REQUESTS')).to.deep.equal(['1000', 'default']);
    // The settings of other commands.
    expect(shown(all, 'OPS_ACTOR')).to.deep.equal(['Ada', 'environment']);
    expect(all.has('OPS_REASON')).to.equal(false);
    expect(shown(all, 'OPS_DB')).to.deep.equal([workplace.path('data/x.db'), 'command line']);
    expect(shown(all, 'OPS_AUTH_KEYS')).to.deep.equal([workplace.path('data/x.keys.json'), 'default']);
    const given = await settings({ OPS_AUTH_KEYS: 'r.json' });
    expect(shown(given, 'OPS_AUTH_KEYS')).to.deep.equal([workplace.path('r.json'), 'environment']);
  });

  it('shows only settings that apply to the configured providers, and to tokens from one provider', async () => {
    const all = await settings({
      OPS_GEOCODERS: 'nominatim:backup, google',
      OPS_NOMINATIM_BACKUP_URL: 'https://nominatim.openstreetmap.org',
      OPS_GOOGLE_KEY: 'k',
      OPS_GOOGLE_TIMEOUT: '7',
      OPS_AUTH_ISSUER: 'https://id.example.org',
      OPS_AUTH_AUDIENCE: 'ops',
    });
    expect(shown(all, 'OPS_NOMINATIM_BACKUP_RATE')).to.deep.equal(['1', 'default']);
    expect(shown(all, 'OPS_NOMINATIM_BACKUP_CACHE')).to.deep.equal(['2592000', 'default']);
    expect(shown(all, 'OPS_NOMINATIM_BACKUP_TIMEOUT')).to.deep.equal(['5', 'default']);
    expect(shown(all, 'OPS_GOOGLE_URL')).to.deep.equal(['https://maps.googleapis.com/', 'default']);
    expect(shown(all, 'OPS_GOOGLE_TIMEOUT')).to.deep.equal(['7', 'environment']);
    expect(shown(all, 'OPS_GOOGLE_LANGUAGE')).to.deep.equal(['en', 'default']);
    expect(shown(all, 'OPS_GEOCODER_ON_EMPTY')).to.deep.equal(['stop', 'default']);
    expect(shown(all, 'OPS_AUTH_AUDIENCE')).to.deep.equal(['ops', 'environment']);
    expect(shown(all, 'OPS_AUTH_CLOCK_TOLERANCE')).to.deep.equal(['5', 'default']);
    expect([...(await settings()).keys()].filter((name) => /GOOGLE|AUTH_/.test(name))).to.deep.equal([
      'OPS_AUTH_KEYS',
    ]);
  });

  it('shows that the next provider follows when the gazetteer is last', async () => {
    const order = { OPS_GEOCODERS: 'nominatim,gazetteer', OPS_NOMINATIM_URL: 'http://127.0.0.1:1' };
    const given = { ...order, OPS_GEOCODER_ON_EMPTY: 'stop' };
    expect(shown(await settings(order), 'OPS_GEOCODER_ON_EMPTY')).to.deep.equal(['next', 'default']);
    expect(shown(await settings(given), 'OPS_GEOCODER_ON_EMPTY')).to.deep.equal(['stop', 'environment']);
    expect(shown(await settings(), 'OPS_GEOCODER_ON_EMPTY')).to.deep.equal(['stop', 'default']);
  });

  it('prints a table on a terminal, and opens and creates nothing', async () => {
    const { code, stderr, stdout } = await workplace.run(['config']);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout)
      .to.match(/^VARIABLE +VALUE +SOURCE\n/)
      .and.to.match(/^OPS_PORT +3000 +default$/m);
    expect(stdout).to.match(/^OPS_CORS_ORIGINS +none +default$/m);
    expect(readdirSync(workplace.path(''))).to.deep.equal([]);
  });

  describe('with secrets', () => {
    const SECRET = 'hunter2';
    const env = {
      OPS_AUTH_ISSUER: 'https://id.example.org',
      OPS_AUTH_AUDIENCE: 'ops',
      OPS_AUTH_INTROSPECTION_URL: `https://id.example.org/introspect?key=${SECRET}`,
      OPS_AUTH_INTROSPECTION_CLIENT_ID: 'ops-admin',
      OPS_AUTH_INTROSPECTION_CLIENT_SECRET: SECRET,
      OPS_GEOCODERS: 'google,opencage,photon',
      OPS_GOOGLE_KEY: SECRET,
      OPS_OPENCAGE_KEY_FILE: 'opencage.key',
      OPS_PHOTON_URL: `https://photon.example.org/?a=1&token=${SECRET}&b`,
      OPS_REASON: `see https://${SECRET}@example.org/`,
    };
    beforeEach(() => workplace.write('opencage.key', `${SECRET}\n`));

    it('shows that they are set and their files, but never their values', async () => {
      const all = await settings(env);
      for (const name of ['OPS_GOOGLE_KEY', 'OPS_AUTH_INTROSPECTION_CLIENT_SECRET']) {
        expect(shown(all, name)).to.deep.equal(['***', 'environment']);
      }
      expect(shown(all, 'OPS_OPENCAGE_KEY')).to.deep.equal([null, 'default']);
      expect(shown(all, 'OPS_OPENCAGE_KEY_FILE')).to.deep.equal(['opencage.key', 'environment']);
      expect(shown(all, 'OPS_PHOTON_URL')[0]).to.equal('https://photon.example.org/?a=***&token=***&b');
      expect(shown(all, 'OPS_REASON')[0]).to.equal('see https://***@example.org/');
      for (const args of [['config'], ['config', '--json']]) {
        const { code, stderr, stdout } = await workplace.run(args, { env });
        expect(code).to.equal(0);
        expect(stdout + stderr).to.not.include(SECRET);
      }
    });

    it('hides them also where the configuration or a name is wrong', async () => {
      const wrong = {
        ...env,
        OPS_PORT: 'x',
        OPS_PHOTON_URL: `https://ada:${SECRET}@photon.example.org`,
        OPS_AUTH_JWKS_URL: `https://ada:${SECRET}@id.example.org`,
        OPS_GOOGLE_KEYS: SECRET,
        OPS_MAPBOX_KEY: SECRET,
      };
      const { code, stderr, stdout } = await workplace.run(['config'], { env: wrong });
      expect([code, stdout]).to.deep.equal([2, '']);
      for (const name of ['PORT', 'PHOTON_URL', 'AUTH_JWKS_URL', 'GOOGLE_KEYS', 'MAPBOX_KEY']) {
        expect(stderr).to.match(new RegExp(`^ops-admin: (?:warning: )?OPS_${name} `, 'm'));
      }
      expect(stderr).to.not.include(SECRET);
    });
  });
});

describe('A wrong environment', () => {
  const workplace = new Workplace();
  const env = {
    OPS_PORT: 'x',
    OPS_LOG_LEVEL: 'y',
    OPS_GEOCODERS: 'z',
    OPS_MAX_REQUESTS: '0',
    OPS_MAX_CONNECTIONS: 'many',
    OPS_DRAIN_SECONDS: '301',
    OPS_AUTH_AUDIENCE: 'ops',
    // Of another command.
    OPS_ACTOR: 'a\nb',
  };
  const named = (stderr: string) =>
    [...stderr.matchAll(/^ops-admin: (OPS_[A-Z_]+)/gm)].map(([, name]) => name);

  for (const command of ['serve', 'config']) {
    it(`is reported in full by ${command}, options included`, async () => {
      const { code, stderr, stdout } = await workplace.run([command], { env });
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(named(stderr)).to.have.members([
        'OPS_PORT',
        'OPS_DRAIN_SECONDS',
        'OPS_LOG_LEVEL',
        'OPS_MAX_CONNECTIONS',
        'OPS_MAX_REQUESTS',
        'OPS_AUTH_AUDIENCE',
        'OPS_GEOCODERS',
      ]);
      expect(stderr).to.include('OPS_PORT is not valid. Write a number from 0 to 65535.');
    });
  }

  it('affects only options of the given command that the command line does not set', async () => {
    const added = await workplace.run(['permissions', 'add', 'x', 'service.a'], {
      env: { OPS_ACTOR: 'a\nb', OPS_PORT: 'x' },
    });
    expect([added.code, named(added.stderr)]).to.deep.equal([2, ['OPS_ACTOR']]);
    const outvoted = await workplace.run(['config', '--port', '1'], { env: { OPS_PORT: 'x' } });
    expect(outvoted.code).to.equal(0);
  });

  it('is reported as a warning for an unused variable, with the nearest known name', async () => {
    const unknown = {
      OPS_GEOCODER: 'photon',
      OPS_LOGLEVEL: 'info',
      OPS_PROT: '80',
      OPS_GEOCODE_RATE_LIMITS: '5',
      OPS_UNHEARD_OF: '1',
      OPS_EMPTY: '',
      OPERATIONS: '1',
    };
    const warnings = [
      'OPS_GEOCODER is not a setting; did you mean OPS_GEOCODERS?',
      'OPS_GEOCODE_RATE_LIMITS is not a setting; did you mean OPS_GEOCODE_RATE_LIMIT?',
      'OPS_LOGLEVEL is not a setting; did you mean OPS_LOG_LEVEL?',
      'OPS_PROT is not a setting; did you mean OPS_PORT?',
      'OPS_UNHEARD_OF is not a setting',
    ];
    for (const args of [
      ['config', '--json'],
      ['geocode', 'JFK'],
    ]) {
      const { code, stderr } = await workplace.run(args, { env: unknown });
      expect(code).to.equal(0);
      expect(stderr).to.equal(warnings.map((warning) => `ops-admin: warning: ${warning}\n`).join(''));
    }
    const service = await workplace.serve([], unknown);
    const logged = service
      .log()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(logged).to.include.members(warnings);
  });

  it('is reported as a warning for a provider that is set up but not used', async () => {
    const idle = {
      OPS_GEOCODERS: 'nominatim:a',
      OPS_NOMINATIM_A_URL: 'http://127.0.0.1:1',
      OPS_NOMINATIM_URL: 'http://127.0.0.1:1',
      OPS_NOMINATIM_A_ULR: 'http://127.0.0.1:1',
    };
    const { stderr } = await workplace.run(['config'], { env: idle });
    expect(stderr.trim().split('\n')).to.deep.equal([
      'ops-admin: warning: OPS_NOMINATIM_A_ULR is not a setting; did you mean OPS_NOMINATIM_A_URL?',
      'ops-admin: warning: OPS_NOMINATIM_URL has no effect: OPS_GEOCODERS does not name its provider',
    ]);
  });
});
