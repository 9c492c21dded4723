import type { Story, StorySubject } from '../../../contract/entities/story.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { readStoryFacts } from './storyFacts.ts';
import { findStoryStart } from './storyStart.ts';
import { storyStepsOf } from './storySteps.ts';

/**
 * The chain from deal to payout for an item, with the missing steps and who can complete them (decisions 2.17, 6.03). Each step shows only
 * what the actor may see (decisions 3.04).
 * @throws Problem 403, 404
 */
export const readStory = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  subject: StorySubject,
  id: string,
): Promise<Story> => {
  const start = await findStoryStart(store, actor, subject, id);
  const today = todayIn((await currentConfig(store)).config.timezone, clock());
  return { steps: storyStepsOf({ actor, of: subject, today }, await readStoryFacts(store, actor, start)) };
};
