import type { Route } from '../../app.types.ts';
import { getStory } from './getStory.ts';

export const storyRoutes: readonly Route[] = [getStory];
