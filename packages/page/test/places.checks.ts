import { join } from 'node:path';
import { expect } from 'chai';
import { belowAPath } from '../../adapter-http-koa/test/below-a-path.ts';
import { ADMIN, openService } from '../../adapter-http-koa/test/open-service.ts';
import { DemoPage } from './a-demo-page.ts';
import { OpenPage } from './a-page.ts';

const JONAS = '65a100000000000000000002';

/** Where clocks go back at midnight: the day, and its last millisecond. */
const LONG_DAYS = {
  'America/Santiago': ['2027-04-03', '2027-04-04T03:59:59.999Z'],
  'Africa/Cairo': ['2027-10-28', '2027-10-28T21:59:59.999Z'],
  'Asia/Beirut': ['2027-10-30', '2027-10-30T21:59:59.999Z'],
} as const;

/** Where midnight does not exist, because clocks go forward: the day before, and its last millisecond. */
const BEFORE_NO_MIDNIGHT = {
  'America/Santiago': ['2027-09-04', '2027-09-05T03:59:59.999Z'],
  'Africa/Cairo': ['2027-04-29', '2027-04-29T21:59:59.999Z'],
  'Asia/Beirut': ['2027-03-27', '2027-03-27T21:59:59.999Z'],
} as const;

describe('The end of a day on the page', () => {
  const demo = new DemoPage();
  const { at, notice, open, workplace } = demo;

  for (const days of [LONG_DAYS, BEFORE_NO_MIDNIGHT])
    for (const [timezone, [day, end]] of Object.entries(days)) {
      it(`is the last millisecond of ${day} in ${timezone}`, async () => {
        await open.open(at(`token=${demo.service.adminToken}`), { timezone });
        await open.signedIn();
        await open.page.goto(at(`users/${JONAS}?do=add`));
        await open.page.getByLabel('Permission 1').fill('service.billing.export');
        await open.page.getByLabel(/^Until/).fill(day);
        await open.button('Preview changes').click();
        await open.button('Add 1 permission').click();
        await notice('added service.billing.export').waitFor();
        const { ends } = (await workplace.json('users', 'show', JONAS)) as { ends: object };
        expect(ends).to.deep.equal({ 'service.billing.export': end });
      });
    }
});

describe('The link to a demo', () => {
  const demo = new DemoPage();
  const { at, open } = demo;

  it('leaves no token in the address of a tab where the page is open already, nor in its history', async () => {
    await open.page.goto(at('locations'));
    await open.page.goto(at(`token=${demo.service.adminToken}`));
    await open.shows(open.heading('Users'));
    await open.page.waitForURL((url) => !url.hash.includes('token'));
    for (let back = 0; back < 3; back++) {
      expect(open.page.url()).to.not.include('token');
      await open.page.goBack();
    }
  });
});

describe('The page below a path', () => {
  const open = new OpenPage();

  it('works at its address without a slash, too', async () => {
    const folder = join(import.meta.dirname, '../dist/files');
    const service = await openService({ page: { folder }, mount: belowAPath });
    try {
      const token = await service.tokenOf(ADMIN.id);
      await open.open(`${service.url}/ops#token=${token}`);
      await open.signedIn();
      expect(await open.page.evaluate('location.pathname + location.hash')).to.match(
        /^\/ops\/(#(?!token)|$)/,
      );
      expect(open.wrong).to.deep.equal([]);
    } finally {
      await service.close();
    }
  });
});
