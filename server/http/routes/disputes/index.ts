import type { Route } from '../../app.types.ts';
import { listDisputes } from './listDisputes.ts';
import { openDispute } from './openDispute.ts';
import { stepDispute } from './stepDispute.ts';

export const disputesRoutes: readonly Route[] = [listDisputes, openDispute, stepDispute];
