import type { LookupAddress, lookup } from 'node:dns';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createMessages } from '../../../server/connectors/slack/postMessage.ts';
import { createPublicLookup, isPublicAddress } from '../../../server/connectors/slack/publicHost.ts';
import { PrivateHost } from '../../../server/domain/notifications/channelMessages.ts';
import { startVendor } from '../../stand-ins/kit/vendor.ts';

const privates = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1
  192.0.2.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd12::1 ff02::1
  64:ff9b::7f00:1 2001:db8::1 2002:7f00:1::1 2001::1`.split(/\s+/);
const publics = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];

const finding = (found: LookupAddress[]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => done(null, found)) as unknown as typeof lookup;
const lookUp = (found: LookupAddress[], all: boolean) =>
  new Promise((resolve) => {
    createPublicLookup(finding(found))('hooks.example.test', { all }, (error, address) => resolve(error ?? address));
  });

describe('decisions 5.03: messages go only to public addresses', () => {
  it.each(privates)('%s is private', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(publics)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it('refuses a name that resolves to a private address, even beside a public one', async () => {
    const inside = { address: '10.0.0.5', family: 4 };
    const outside = { address: '8.8.8.8', family: 4 };
    for (const all of [true, false]) {
      expect(await lookUp([inside], all)).toBeInstanceOf(PrivateHost);
      expect(await lookUp([outside, inside], all)).toBeInstanceOf(PrivateHost);
      expect(await lookUp([], all)).toBeInstanceOf(PrivateHost);
    }
    expect(await lookUp([outside], true)).toEqual([outside]);
    expect(await lookUp([outside], false)).toBe('8.8.8.8');
  });

  it.each([
    ['http://hooks.slack.com/services/T1/B1/x', 'invalid'],
    ['ftp://hooks.slack.com/', 'invalid'],
    ['https://user:word@hooks.slack.com/services', 'invalid'],
    ['https://hooks.slack.com/services#part', 'invalid'],
    ['hooks.slack.com/services', 'invalid'],
    ['https://127.0.0.1/services', 'private'],
    ['https://2130706433/services', 'private'],
    ['https://0x7f.1/services', 'private'],
    ['https://[::1]/services', 'private'],
    ['https://[::ffff:169.254.169.254]/', 'private'],
    ['https://localhost/services', 'private'],
    ['https://hooks.localhost/services', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['http://127.0.0.1:9/services', 'invalid'],
    ['https://hooks.slack.com/services/T1/B1/x', null],
    ['https://chat.example.com/hooks/abc?token=1', null],
  ])('%s: %s', (address, refusal) => expect(createMessages().refusalOf(address)).toBe(refusal));

  it('allows only this server’s stand-in on this machine, at its port', () => {
    const messages = createMessages({ localUrl: 'http://127.0.0.1:4000' });
    expect(messages.refusalOf('http://127.0.0.1:4000/services/T1')).toBe(null);
    expect(messages.refusalOf('http://127.0.0.1:4001/services/T1')).toBe('invalid');
    expect(messages.refusalOf('https://127.0.0.1:4000/services/T1')).toBe('private');
  });

  it('opens no connection to a private address that a name resolves to', async () => {
    const inside = await startVendor(() => ({ status: 200, body: 'ok' }));
    const messages = createMessages({ lookup: createPublicLookup(finding([{ address: '127.0.0.1', family: 4 }])) });
    await expect(messages.post(`https://hooks.example.test:${inside.port}/services`, {})).rejects.toBeInstanceOf(PrivateHost);
    expect(inside.journal).toEqual([]);
    await inside.close();
  });

  it('returns redirects as answers, and times out silent or endless ones', async () => {
    const other = await startVendor(({ path }) =>
      path === '/moved' ? { status: 302, headers: { location: '/there' } } : { status: 200, body: 'x'.repeat(100_000) },
    );
    const messages = createMessages({ localUrl: other.url, timeoutMs: 300 });
    expect(await messages.post(`${other.url}/moved`, {})).toEqual({ status: 302, code: null, retryAfterSeconds: null });
    expect(await messages.post(`${other.url}/long`, {})).toMatchObject({ status: 200, code: null });
    other.fail({ delayMs: 2000 });
    await expect(messages.post(`${other.url}/slow`, {})).rejects.toThrow();
    expect(other.journal.map(({ path }) => path)).toEqual(['/moved', '/long', '/slow']);
    await other.close();
  });

  it.each(['101 Switching Protocols', '103 Early Hints'])(
    'times out an answer %s instead of a final one',
    async (status) => {
      const receiver = createServer((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)),
      );
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      const messages = createMessages({ localUrl: url, timeoutMs: 300 });
      await expect(messages.post(`${url}/services`, {})).rejects.toThrow();
      await new Promise((resolve) => receiver.close(resolve));
    },
    5000,
  );
});
