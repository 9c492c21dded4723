import type { Route } from '../../app.types.ts';
import { deleteImport } from './deleteImport.ts';
import { getImport } from './getImport.ts';
import { getRefused } from './getRefused.ts';
import { importNames } from './importNames.ts';
import { listImports } from './listImports.ts';
import { listRows } from './listRows.ts';
import { postImportFile } from './postImportFile.ts';
import { putMapping } from './putMapping.ts';
import { putPart } from './putPart.ts';
import { settleQuarantine } from './settleQuarantine.ts';
import { stepImport } from './stepImport.ts';

export const importsRoutes: readonly Route[] = [
  deleteImport,
  getImport,
  getRefused,
  importNames,
  listImports,
  listRows,
  postImportFile,
  putMapping,
  putPart,
  settleQuarantine,
  stepImport,
];
