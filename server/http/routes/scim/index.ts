import type { Route } from '../../app.types.ts';
import { changeScimUserRoutes } from './changeUser.ts';
import { deleteScimUserRoute } from './deleteUser.ts';
import { discoveryRoutes } from './discovery.ts';
import { getScimUserRoute } from './getUser.ts';
import { listScimUsersRoute } from './listUsers.ts';
import { postScimUserRoute } from './postUser.ts';
import { unsupportedRoutes } from './unsupported.ts';

export const scimRoutes: readonly Route[] = [
  discoveryRoutes,
  listScimUsersRoute,
  getScimUserRoute,
  postScimUserRoute,
  changeScimUserRoutes,
  deleteScimUserRoute,
  unsupportedRoutes,
];
