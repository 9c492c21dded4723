import type { Route } from '../../app.types.ts';
import { getStoryRoute } from './getStory.ts';

export const storyRoutes: readonly Route[] = [getStoryRoute];
