import type { Channel, ChannelBody, ChannelScope } from '../../contract/entities/channel.ts';
import type { Http } from './http.ts';

const path = '/api/v1/channels';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** Available with the feature `channels`: incoming webhooks that notifications go to (decisions 5.03). */
export const createChannels = (http: Http) => ({
  list: async (scope: ChannelScope, signal?: AbortSignal): Promise<readonly Channel[]> =>
    (await http<{ data: Channel[] }>(`${path}?scope=${scope}`, { ...(signal ? { signal } : {}) })).data,
  add: (scope: ChannelScope, body: ChannelBody): Promise<Channel> => http(`${path}?scope=${scope}`, { method: 'POST', body }),
  change: (id: string, body: ChannelBody): Promise<Channel> => http(toPath(id), { method: 'PUT', body }),
  test: (id: string): Promise<void> => http(`${toPath(id)}/test`, { method: 'POST', body: {} }),
  remove: (id: string): Promise<void> => http(toPath(id), { method: 'DELETE' }),
});
