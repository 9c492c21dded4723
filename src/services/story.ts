import type { Story, StorySubject } from '../../contract/entities/story.ts';
import type { Http } from './http.ts';

/** Feature `story`: the steps from deal to payout. */
export const createStory = (http: Http) => ({
  of: (kind: StorySubject, id: string): Promise<Story> => http('/api/v1/story', { query: { kind, id } }),
});
