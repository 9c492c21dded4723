import type { Route } from '../../app.types.ts';
import { getStatementRoute } from './getStatement.ts';
import { getStatementFileRoute } from './getStatementFile.ts';
import { issuedRoute } from './issued.ts';
import { listRootsRoute } from './listRoots.ts';
import { postStatementRoute } from './postStatement.ts';
import { remindersRoute } from './reminders.ts';

export const statementsRoutes: readonly Route[] = [
  getStatementRoute,
  getStatementFileRoute,
  issuedRoute,
  listRootsRoute,
  postStatementRoute,
  remindersRoute,
];
