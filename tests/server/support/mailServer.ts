import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Delivered = Readonly<{ from: string; to: string[]; raw: string; secure: boolean; user: unknown }>;
export type MailServer = Readonly<{
  url: (login?: string) => string;
  delivered: Delivered[];
  /** Faults of the next emails, one each. */
  faults: ((typeof faultNames)[number] | Readonly<{ status: number; text: string }>)[];
  close: () => Promise<void>;
}>;
const faultNames = ['cut', 'slow'] as const;

/** A local mail server that accepts emails or fails them as a test specifies. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const delivered: Delivered[] = [];
  const faults: MailServer['faults'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.key ? [] : ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(Object.assign(new Error('Bad password'), { responseCode: 535 })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      const fault = faults.shift();
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (fault === 'cut') {
          for (const connection of server.connections) (connection as unknown as { _socket: { destroy: () => void } })._socket.destroy();
          return;
        }
        if (fault === 'slow') return;
        if (fault) return done(Object.assign(new Error(fault.text), { responseCode: fault.status }));
        const from = session.envelope.mailFrom;
        delivered.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: (login = '') => `${options.secure ? 'smtps' : 'smtp'}://${login}127.0.0.1:${port}`,
    delivered,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) (connection as unknown as { _socket: { destroy: () => void } })._socket.destroy();
      }),
  };
};
