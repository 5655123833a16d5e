import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { openVerifier } from './a-provider.ts';
import { publicHalf, type SigningKey } from './provider/signing-key.ts';

const VECTORS = join(import.meta.dirname, '../../../../shared/data/wycheproof/json_web_signature_test.json');

interface Group {
  readonly public?: JWK;
  readonly private: JWK;
  readonly tests: readonly Vector[];
}

interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly jws: string;
  readonly result: 'valid' | 'invalid';
}

/** Vectors that we decide otherwise, with the reason. HMAC, which is never taken, is not listed one by one. */
const DIFFERENT: Readonly<Record<number, string>> = {
  259: 'the payload is empty, and so no claims',
  264: 'the payload is empty, and so no claims',
  268: 'the payload is empty, and so no claims',
  272: 'the payload is empty, and so no claims',
  320: 'the payload is empty, and so no claims',
  325: 'the payload is empty, and so no claims',
  346: 'the key says PS256, the token PS384',
  347: 'the key says ES521, which is no algorithm',
  350: 'the key says PS256, the token PS384',
  351: 'the key says ES521, which is no algorithm',
};

describe('Wycheproof JWS vectors', () => {
  it('have the expected results, except for the listed differences', async function () {
    if (!existsSync(VECTORS)) {
      console.log(`      skipped: ${VECTORS} is not there`);
      this.skip();
    }
    const { testGroups } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { testGroups: Group[] };
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-wycheproof-'));
    const different: number[] = [];
    const hmac: number[] = [];
    let decided = 0;
    for (const [index, group] of testGroups.entries()) {
      const file = join(folder, `${index}.json`);
      const key = publicHalf((group.public ?? group.private) as SigningKey);
      writeFileSync(file, JSON.stringify({ keys: [key] }));
      // The vectors have no typ, and are signed texts, no claims: past the signature, the claims are what is wrong.
      const { verifier } = openVerifier({ keys: { type: 'file', file }, policy: { types: [''] } });
      for (const { tcId, jws, result } of group.tests) {
        const error = (await verifier.verify(jws))._unsafeUnwrapErr();
        const isSigned = 'reason' in error && error.reason.startsWith('JWT Claims Set');
        decided++;
        if (isSigned === (result === 'valid')) continue;
        (key.kty === 'oct' ? hmac : different).push(tcId);
        expect(isSigned, `${tcId} is taken`).to.equal(false);
      }
    }
    rmSync(folder, { recursive: true });
    console.log(
      `      ${decided} vectors, ${hmac.length} valid HMACs refused, ${different.length} other differences`,
    );
    expect(decided).to.equal(401);
    expect(different.map(String)).to.deep.equal(Object.keys(DIFFERENT));
  });
});
