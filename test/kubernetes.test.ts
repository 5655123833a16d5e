import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IConfigMap } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { Workplace } from '../packages/cli/test/ops-admin.ts';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}
interface Model {
  new (data: object): { validate(): void };
}

describe('The manifests for Kubernetes', () => {
  const workplace = new Workplace();
  const manifests = parseAllDocuments(
    readFileSync(join(ROOT, 'deploy/kubernetes/ops-admin.yaml'), 'utf8'),
  ).map((document) => document.toJS() as Manifest);
  const entryOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;
  const of = <Kind>(kind: string) => manifests.find((one) => one.kind === kind) as Kind;

  for (const manifest of manifests) {
    it(`${manifest.kind}: is valid`, async () => {
      const { [manifest.kind]: model } = (await import(entryOf(manifest))) as Record<string, Model>;
      expect(model, manifest.kind).to.be.a('function');
      if (model) new model(manifest).validate();
    });
  }

  /** The schemas of Kubernetes let a field through that they do not know; its types do not. */
  it('have only fields that Kubernetes knows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-kubernetes-'));
    try {
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const wrong = { ...of<Manifest>('Service'), sepc: {} };
      const typed = [...manifests, wrong].map(
        (manifest, n) =>
          `import type { I${manifest.kind} as Type${n} } from '${entryOf(manifest)}';\n` +
          `export const manifest${n}: Type${n} = ${JSON.stringify(manifest)};`,
      );
      writeFileSync(join(folder, 'manifests.mts'), `${typed.join('\n')}\n`);
      const { stdout } = spawnSync(
        join(ROOT, 'node_modules/.bin/tsc'),
        ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', 'manifests.mts'],
        { cwd: folder, encoding: 'utf8' },
      );
      const complaints = stdout.split('\n').filter((line) => line.startsWith('manifests.mts'));
      expect(complaints).to.have.lengthOf(1);
      expect(complaints[0])
        .to.include(`(${typed.length * 2},`)
        .and.to.include('sepc');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('set variables that the service reads, and mount the folders that it uses', async () => {
    const [container] = of<IDeployment>('Deployment').spec?.template.spec?.containers ?? [];
    const fromSecret = { 'db-password': await workplace.write('db-password', 'secret') };
    const env = {
      ...of<IConfigMap>('ConfigMap').data,
      ...Object.fromEntries(
        (container?.env ?? []).map(({ name, value = '' }) => [
          name,
          fromSecret[value.split('/').at(-1) as keyof typeof fromSecret] ?? value,
        ]),
      ),
    };
    const [verb, ...options] = container?.args ?? [];
    expect(verb).to.equal('serve');
    const { code, stderr, stdout } = await workplace.run(['config', '--json', ...options], { env });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });

    const portOf = (port: string) => container?.ports?.find(({ name }) => name === port)?.containerPort;
    const settings = new Map(
      (JSON.parse(stdout) as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
    );
    expect(settings.get('OPS_PORT')).to.equal(`${portOf('http')}`);
    expect(settings.get('OPS_METRICS_PORT')).to.equal(`${portOf('metrics')}`);

    const { url } = await workplace.serve();
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      expect((await fetch(url + probe?.httpGet?.path)).status).to.equal(200);
  });
});
