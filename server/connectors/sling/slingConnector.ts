import type { Day } from '../../../contract/rules/time/period.ts';
import type { Connector } from '../../domain/connections/connector.ts';
import type { Vendors } from '../vendors.ts';
import { windowsOf } from '../windows.ts';
import { slingApi } from './slingApi.ts';
import { readSlingForm, type SlingSettings } from './slingForm.ts';
import { namesFromUsers, readShift } from './slingShifts.ts';

type Checkpoint = Readonly<{ v: 1; next: Day }>;

/** The window where an interrupted run continues; undefined: start from the first. */
const resumePosition = (checkpoint: unknown): Day | undefined => (checkpoint as Checkpoint | null)?.next;

/**
 * Sling (decisions 7.06), best effort: the vendor documents little and has changed owners. Each run reads every window of the connection's
 * days. A completely read window shows which shifts were deleted, and its shifts are then matched to events.
 */
export const slingConnector = (vendors: Vendors): Connector => {
  const urls = {
    apiUrl: vendors.address('SLING_API_URL', 'https://api.getsling.com'),
    // Cloudflare, in front of Sling, refuses requests without a user agent.
    userAgent: vendors.key('SLING_USER_AGENT') || 'Quotaboard/1.0',
  };
  return {
    kind: 'sling',
    brings: 'events',
    setup: () => vendors.formSetup('sling'),
    read: readSlingForm,

    test: async (connected) => {
      const api = slingApi(connected, urls);
      await api.prove();
      const { org, user } = await api.session();
      return { account: `${org}/${user}`, settings: { org_id: org, user_id: user } };
    },

    sync: async function* (connected, checkpoint) {
      const api = slingApi(connected, urls);
      const { start_date, end_date } = connected.connection.settings as SlingSettings;
      const session = await api.session();
      const people = namesFromUsers(await api.people(session));
      const windows = windowsOf(start_date, end_date, resumePosition(checkpoint));
      for (const [index, window] of windows.entries()) {
        const shifts = (await api.calendar(session, window)).flatMap((row) => readShift(row, people, connected.zone) ?? []);
        const ownShifts = shifts.filter(({ day }) => day >= window.from && day <= window.until);
        const next = windows[index + 1]?.from;
        const position: Checkpoint = { v: 1, next: window.from };
        yield { facts: ownShifts.map((shift) => ({ kind: 'shift' as const, ...shift })), checkpoint: position };
        const ids = ownShifts.map(({ external_id }) => external_id);
        const after: Checkpoint | null = next === undefined ? null : { v: 1, next };
        yield { facts: [{ kind: 'shiftSpan', external_id: `window ${window.from}`, ...window, ids }], checkpoint: after };
      }
    },

    view: ({ settings }) => {
      const { email, start_date, end_date } = settings as SlingSettings;
      return { email, start_date, end_date };
    },
  };
};
