import type { Story, StorySubject } from '../../../contract/entities/story.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { storyFacts } from './storyFacts.ts';
import { storyStart } from './storyStart.ts';
import { stepsOf } from './storySteps.ts';

/**
 * From deal to payout on one line, of what one is looking at, with what is missing and who can bring it about (decisions 2.17, 6.03). It tells
 * of each step what its asker may see (decisions 3.04).
 * @throws Problem 403, 404
 */
export const readStory = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  of: StorySubject,
  id: string,
): Promise<Story> => {
  const start = await storyStart(store, actor, of, id);
  const today = todayIn((await currentConfig(store)).config.timezone, clock());
  return { steps: stepsOf({ actor, of, today }, await storyFacts(store, actor, start)) };
};
