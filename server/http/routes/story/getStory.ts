import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { Story, storySubjects } from '../../../../contract/entities/story.ts';
import { readStory } from '../../../domain/story/readStory.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  kind: oneOf(storySubjects),
  id: Type.String({ maxLength: 64, description: 'its id; of a payment cp-12 or po-7' }),
});

/** `story`: the permissions of each kind decide which steps the requester sees. */
export const getStoryRoute: Route = (app, services) => {
  app.get(
    '/api/v1/story',
    {
      config: { permission: 'story:read' },
      schema: {
        operationId: 'getStory',
        summary: 'The steps from deal to payout, including missing ones',
        tags: ['story'],
        querystring: Query,
        response: answers({ 200: Story }),
      },
    },
    (request) => readStory(services, principalIn(request).actor, request.query.kind, request.query.id),
  );
};
