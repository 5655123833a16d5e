import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin airports', () => {
  const workplace = new Workplace();

  it('info shows the source, the licences and the size of the data', async () => {
    const info = (await workplace.json('airports', 'info')) as Record<string, unknown>;
    expect(info).to.have.keys(
      'file',
      'source',
      'date',
      'attribution',
      'airports',
      'iataCodes',
      'icaoCodes',
      'gazetteer',
    );
    expect(info.iataCodes).to.be.at.least(8900);
    expect(info.icaoCodes).to.be.at.least(35_000);
    expect(info.gazetteer).to.have.keys('source', 'date', 'attribution', 'places', 'names');
    const { stdout } = await workplace.run(['airports', 'info']);
    expect(stdout).to.include('OurAirports').and.to.include('GeoNames').and.to.include('CC BY');
  });

  it('rejects update as an unknown command, because airports come with each release', async () => {
    const { code, stderr } = await workplace.run(['airports', 'update']);
    expect(code).to.equal(2);
    expect(stderr).to.include("unknown command 'update'");
  });
});
