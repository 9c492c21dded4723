import type { Route } from '../app.types.ts';
import { getConfigVersion } from './settings/getConfigVersion.ts';
import { getGeneralSettings } from './settings/getGeneralSettings.ts';
import { listConfigVersions } from './settings/listConfigVersions.ts';
import { previewGeneralSettings } from './settings/previewGeneralSettings.ts';
import { putGeneralSettings } from './settings/putGeneralSettings.ts';
import { deleteUser } from './users/deleteUser.ts';
import { getOwnData } from './users/getOwnData.ts';
import { getUser } from './users/getUser.ts';
import { listUsers } from './users/listUsers.ts';
import { patchMe } from './users/patchMe.ts';
import { patchPreferences } from './users/patchPreferences.ts';
import { postImport } from './users/postImport.ts';
import { postTemporaryPassword } from './users/postTemporaryPassword.ts';
import { postUser } from './users/postUser.ts';
import { previewImport } from './users/previewImport.ts';
import { putUser } from './users/putUser.ts';

/** People, oneself, and the company's settings. */
export const peopleRoutes: readonly Route[] = [
  listUsers,
  postUser,
  previewImport,
  postImport,
  getUser,
  putUser,
  deleteUser,
  postTemporaryPassword,
  patchMe,
  getOwnData,
  patchPreferences,
  getGeneralSettings,
  putGeneralSettings,
  previewGeneralSettings,
  listConfigVersions,
  getConfigVersion,
];
