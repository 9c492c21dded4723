import type { Route } from '../../app.types.ts';
import { getStatement } from './getStatement.ts';
import { getStatementFile } from './getStatementFile.ts';
import { issued } from './issued.ts';
import { postStatement } from './postStatement.ts';

export const statementsRoutes: readonly Route[] = [getStatement, getStatementFile, issued, postStatement];
