import { type ActorRefFrom, createActor, fromCallback, fromPromise, toPromise } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { TeamRow, TeamSummary } from '../../../contract/rules/performance/team.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { Inspect } from '../../app/inspect.ts';
import { type MemberFigures, teamLoadingMachine } from '../../machines/performance/teamLoading.machine.ts';
import type { createPerformance } from '../../services/performance.ts';

type Service = ReturnType<typeof createPerformance>;
export type TeamLoadingRef = ActorRefFrom<typeof teamLoadingMachine>;
type LoadedTeam = Readonly<{ data: readonly TeamRow[]; summary: TeamSummary; pagination: { cursor: null; limit: number; total: number } }>;

const toPage = (data: readonly TeamRow[], summary: TeamSummary): LoadedTeam => ({
  data,
  summary,
  pagination: { cursor: null, limit: data.length, total: data.length },
});
const missingFigures = { previous: null, months: [], events: null, money: true } as const;

/** Loads everyone in one call. `asOf`: as known at the end of that day. */
export const loadTeamAtOnce = async (
  service: Service,
  range: DateRange & Readonly<{ asOf?: string | undefined }>,
  signal: AbortSignal,
): Promise<LoadedTeam> => {
  const { data, ...summary } = await service.team(range, signal);
  return toPage(
    data.map((row) => ({ ...row, failed: false })),
    { ...summary, sample: false },
  );
};

/** spec 8.15: a person whose request failed gets zeros. */
const zeros: MemberFigures = { total_sales: 0, total_commission: 0, deals_closed: 0, quota_amount: 0, quota_attainment: null };

const toRow = (person: User, figures: MemberFigures | null): TeamRow => {
  const { quota_amount, ...figuresOnly } = figures ?? zeros;
  return {
    id: person.id,
    name: fullName(person),
    role: person.role,
    territory: person.territory,
    manager_id: person.manager_id,
    active: person.active,
    ...figuresOnly,
    quota_amount: quota_amount === 0 ? null : quota_amount,
    previous: null,
    monthly_sales: null,
    events: null,
    failed: figures === null,
  };
};

type Options = Readonly<{
  signal: AbortSignal;
  inspect?: Inspect | undefined;
  /** Receives the actor, so the screen can show its progress. */
  onStart: (actor: TeamLoadingRef) => void;
}>;

/** spec 7.34: loads the list, then each person, a few at a time. If the list fails, returns the specified sample (spec 8.15). */
export const loadTeamByPerson = async (service: Service, range: DateRange, { signal, inspect, onStart }: Options): Promise<LoadedTeam> => {
  const people: User[] = [];
  const machine = teamLoadingMachine.provide({
    actors: {
      loadPeople: fromPromise(async (): Promise<readonly string[]> => {
        people.push(...(await service.salespeople(signal)));
        return people.map(({ id }) => id);
      }),
      askPeople: fromCallback(({ receive, sendBack }) => {
        const abortController = new AbortController();
        receive(({ id }) => {
          service.person(id, range, abortController.signal).then(
            (figures) => sendBack({ type: 'person.answered', id, figures }),
            (error: unknown) => {
              console.warn(error);
              sendBack({ type: 'person.failed', id });
            },
          );
        });
        return () => abortController.abort();
      }),
    },
  });
  const actor = createActor(machine, inspect ? { inspect } : {});
  signal.addEventListener('abort', () => actor.stop());
  onStart(actor);
  actor.start();
  const { sample, figures } = await toPromise(actor);
  if (sample) return toPage((await import('./sample.ts')).sampleTeam, { ...missingFigures, sample });
  return toPage(
    people.map((person) => toRow(person, figures[person.id] ?? null)),
    { ...missingFigures, sample },
  );
};
