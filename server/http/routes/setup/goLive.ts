import { Type } from 'typebox';
import { LiveBody, LivePreview, Setup } from '../../../../contract/entities/setup.ts';
import { goLive, undoLive } from '../../../domain/setup/goLive.ts';
import { previewLive } from '../../../domain/setup/livePreview.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const path = '/api/v1/setup/live';
const EmptyBody = Type.Object({}, { additionalProperties: false });

/** `setup` */
export const goLiveRoute: Route = (app, services) => {
  const config = { permission: 'setup:go-live' } as const;
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'previewGoLive',
        summary: 'What each person sees and gets once the company is live',
        tags: ['setup'],
        response: answers({ 200: LivePreview }),
      },
    },
    (request) => previewLive(services, principalIn(request)),
  );
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'goLive',
        summary: 'Take the company live and invite its people',
        tags: ['setup'],
        body: LiveBody,
        response: answers({ 200: Setup }),
      },
    },
    (request) => goLive(services, principalIn(request), request.body.accept_warnings ?? false, originOf(request)),
  );
  app.post(
    `${path}/undo`,
    {
      config,
      schema: {
        operationId: 'undoGoLive',
        summary: 'Undo going live, within ten minutes',
        tags: ['setup'],
        body: EmptyBody,
        response: answers({ 200: Setup }),
      },
    },
    (request) => undoLive(services, principalIn(request), originOf(request)),
  );
};
