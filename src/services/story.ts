import type { Story, StorySubject } from '../../contract/entities/story.ts';
import type { Http } from './http.ts';

/** Announced as `story`: from deal to payout on one line. */
export const createStory = (http: Http) => ({
  of: (kind: StorySubject, id: string): Promise<Story> => http('/api/v1/story', { query: { kind, id } }),
});
