import type { Route } from '../../app.types.ts';
import { deleteInvitationRoute } from './deleteInvitation.ts';
import { deleteLockRoute } from './deleteLock.ts';
import { deletePlannedRoute } from './deletePlanned.ts';
import { deleteUserRoute } from './deleteUser.ts';
import { getOwnDataRoute } from './getOwnData.ts';
import { getUserRoute } from './getUser.ts';
import { getUserHistoryRoute } from './getUserHistory.ts';
import { listUserImportsRoute } from './listImports.ts';
import { listUsersRoute } from './listUsers.ts';
import { patchMeRoute } from './patchMe.ts';
import { patchPreferencesRoute } from './patchPreferences.ts';
import { postFormerRoute } from './postFormer.ts';
import { postImpactRoute } from './postImpact.ts';
import { postImportRoute } from './postImport.ts';
import { postInvitationRoute } from './postInvitation.ts';
import { postTemporaryPasswordRoute } from './postTemporaryPassword.ts';
import { postUserRoute } from './postUser.ts';
import { previewImportRoute } from './previewImport.ts';
import { putUserRoute } from './putUser.ts';
import { undoUserImportRoute } from './undoImport.ts';

export const peopleRoutes: readonly Route[] = [
  deleteInvitationRoute,
  deleteLockRoute,
  deletePlannedRoute,
  deleteUserRoute,
  getOwnDataRoute,
  getUserRoute,
  getUserHistoryRoute,
  listUserImportsRoute,
  listUsersRoute,
  patchMeRoute,
  patchPreferencesRoute,
  postFormerRoute,
  postImpactRoute,
  postImportRoute,
  postInvitationRoute,
  postTemporaryPasswordRoute,
  postUserRoute,
  previewImportRoute,
  putUserRoute,
  undoUserImportRoute,
];
