import type { Route } from '../../app.types.ts';
import { deletePlanned } from './deletePlanned.ts';
import { deleteUser } from './deleteUser.ts';
import { getOwnData } from './getOwnData.ts';
import { getUser } from './getUser.ts';
import { getUserHistory } from './getUserHistory.ts';
import { listUsers } from './listUsers.ts';
import { patchMe } from './patchMe.ts';
import { patchPreferences } from './patchPreferences.ts';
import { postFormer } from './postFormer.ts';
import { postImpact } from './postImpact.ts';
import { postImport } from './postImport.ts';
import { postTemporaryPassword } from './postTemporaryPassword.ts';
import { postUser } from './postUser.ts';
import { previewImport } from './previewImport.ts';
import { putUser } from './putUser.ts';

export const peopleRoutes: readonly Route[] = [
  deletePlanned,
  deleteUser,
  getOwnData,
  getUser,
  getUserHistory,
  listUsers,
  patchMe,
  patchPreferences,
  postFormer,
  postImpact,
  postImport,
  postTemporaryPassword,
  postUser,
  previewImport,
  putUser,
];
