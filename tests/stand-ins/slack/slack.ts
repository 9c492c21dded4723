import { allowance, parsedBody, startVendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';

/** Responses of an address that accepts no messages, as Slack documents them. */
const refusals = {
  action_prohibited: 403,
  channel_not_found: 404,
  no_service: 404,
  channel_is_archived: 410,
  user_not_found: 400,
  rollup_error: 500,
} as const;
export type SlackRefusal = keyof typeof refusals;
export type SlackMessage = Readonly<{ text: string; blocks: readonly Readonly<{ type: string; text: { type: string; text: string } }>[] }>;

const MAX_SECTION_CHARS = 3000;
const MAX_BLOCKS = 50;

const isMessage = (body: Readonly<Record<string, unknown>>): boolean => {
  const { text, blocks = [] } = body as Partial<SlackMessage>;
  return (
    typeof text === 'string' &&
    text !== '' &&
    blocks.length <= MAX_BLOCKS &&
    blocks.every(({ type, text: part }) => type === 'section' && part.type === 'mrkdwn' && part.text.length <= MAX_SECTION_CHARS)
  );
};

/**
 * Incoming webhooks as Slack documents them: `ok` for a message, short texts with 400, 403, 404 and 410 for refusals, and 429 with
 * Retry-After above one message per second and address, with bursts of up to `burst`.
 */
export const startSlack = async ({ now, burst = 1 }: Readonly<{ now?: () => number; burst?: number }> = {}) => {
  const messages: Readonly<{ path: string; body: SlackMessage }>[] = [];
  const closed = new Map<string, SlackRefusal>();
  const allowances = new Map<string, () => boolean>();
  const clock = now ?? Date.now;

  const answer = ({ method, path, headers, body }: VendorCall): VendorAnswer => {
    if (method !== 'POST') return { status: 405, body: 'method_not_allowed' };
    if (!/^\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/\w{8,}$/.test(path)) return { status: 404, body: 'no_team' };
    const refusal = closed.get(path);
    if (refusal) return { status: refusals[refusal], body: refusal };
    const isAllowed = allowances.get(path) ?? allowance(burst, 1000, clock);
    allowances.set(path, isAllowed);
    if (!isAllowed()) return { status: 429, body: { ok: false, error: 'rate_limited' }, headers: { 'retry-after': '30' } };
    const message = parsedBody(body);
    if (!String(headers['content-type']).startsWith('application/json') || !isMessage(message))
      return { status: 400, body: 'invalid_payload' };
    messages.push({ path, body: message as unknown as SlackMessage });
    return { status: 200, body: 'ok' };
  };
  const vendor = await startVendor(answer, { now: clock });
  let counter = 0;
  return {
    ...vendor,
    messages,
    texts: () => messages.map(({ body }) => body.text),
    /** The address of a new incoming webhook. */
    webhook: (): string => {
      counter += 1;
      return `${vendor.url}/services/T0001/B${String(counter).padStart(4, '0')}/abcdefghijklmnop${counter}`;
    },
    /** Makes an address respond like this from now on. */
    closeWebhook: (address: string, refusal: SlackRefusal): void => void closed.set(new URL(address).pathname, refusal),
    /** Lets an address accept messages again. */
    openWebhook: (address: string): void => void closed.delete(new URL(address).pathname),
  };
};
export type Slack = Awaited<ReturnType<typeof startSlack>>;
