import type { StatementRoot } from '../../../contract/entities/statementRoot.ts';
import type { Services } from '../shared/services.ts';

/** Every published root, newest first; those of earlier closings stay. */
export const listRoots = async ({ store }: Pick<Services, 'store'>): Promise<StatementRoot[]> =>
  (await store.statementRoots.all()).map(({ month, newest, ...root }) => ({ month: month.slice(0, 7), ...root, is_newest: newest }));
