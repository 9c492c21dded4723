import type { Route } from '../../app.types.ts';
import { getStatementRoute } from './getStatement.ts';
import { getStatementFileRoute } from './getStatementFile.ts';
import { issuedRoute } from './issued.ts';
import { postStatementRoute } from './postStatement.ts';
import { remindersRoute } from './reminders.ts';

export const statementsRoutes: readonly Route[] = [
  getStatementRoute,
  getStatementFileRoute,
  issuedRoute,
  postStatementRoute,
  remindersRoute,
];
