import type { Route } from '../../app.types.ts';
import { deleteImportRoute } from './deleteImport.ts';
import { getImportRoute } from './getImport.ts';
import { getOpeningPositionRoute } from './getOpeningPosition.ts';
import { getRefusedRoute } from './getRefused.ts';
import { importNamesRoute } from './importNames.ts';
import { listImportsRoute } from './listImports.ts';
import { listRowsRoute } from './listRows.ts';
import { postImportFileRoute } from './postImportFile.ts';
import { putMappingRoute } from './putMapping.ts';
import { putPartRoute } from './putPart.ts';
import { settleQuarantineRoute } from './settleQuarantine.ts';
import { stepImportRoute } from './stepImport.ts';

export const importsRoutes: readonly Route[] = [
  deleteImportRoute,
  getImportRoute,
  getOpeningPositionRoute,
  getRefusedRoute,
  importNamesRoute,
  listImportsRoute,
  listRowsRoute,
  postImportFileRoute,
  putMappingRoute,
  putPartRoute,
  settleQuarantineRoute,
  stepImportRoute,
];
