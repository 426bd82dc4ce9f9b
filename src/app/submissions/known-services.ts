import type { DatasetHistory } from '../../submission/dataset-history.ts';
import { mayHaveCreated } from '../../submission/journal/entry.ts';
import { serviceAddress } from '../../submission/journal/journal.ts';

/** A service that the journal has submissions to. */
export interface KnownService {
  /** `serviceAddress` of its requests. */
  readonly service: string;
  /** As people know it: without the operation. */
  readonly address: string;
  /** The newest name that somebody gave it; otherwise its host, with its path if another service has the same host. */
  readonly name: string;
  /** The name, with the address if another service has the same name. */
  readonly label: string;
  /** The address that the name stands for by now. */
  readonly named: string;
}

/** The services of a journal, first `own`, which is about to be used. The names of environments are only labels on them. */
export function knownServices(
  { records }: DatasetHistory,
  own?: { readonly name: string; readonly service: string },
): readonly KnownService[] {
  const names = new Map<string, string | undefined>(own && [[own.service, givenName(own.name, own.service)]]);
  const bound = new Map<string, string>();
  for (const { entry, state, isUnreadable } of records) {
    if (isUnreadable) continue;
    const service = serviceAddress(entry.requestUrl);
    const name = givenName(entry.environment, service);
    names.set(service, names.get(service) ?? name);
    if (name !== undefined && mayHaveCreated(state) && !bound.has(name)) bound.set(name, service);
  }
  const services = [...names].map(([service, name]) => ({ service, name, address: addressOf(service) }));
  const counts = new Map<string, number>();
  for (const { service, name } of services)
    for (const each of [name, new URL(service).host])
      if (each !== undefined) counts.set(each, (counts.get(each) ?? 0) + 1);
  return services.map(({ service, name: given, address }) => {
    const { host } = new URL(service);
    const name = given ?? (counts.get(host) === 1 ? host : address.replace(/^.*?:\/\//, ''));
    const label = given === undefined || counts.get(given) === 1 ? name : `${name} (${address})`;
    return { service, address, name, label, named: addressOf(bound.get(name) ?? service) };
  });
}

/** The address of a service without its operation. */
function addressOf(service: string): string {
  return service.replace(/\/datasets$/, '');
}

/** A host counts as no name. */
function givenName(name: string, service: string): string | undefined {
  return name === new URL(service).host ? undefined : name;
}
