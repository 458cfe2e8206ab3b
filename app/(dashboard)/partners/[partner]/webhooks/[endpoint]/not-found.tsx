import { EndpointNotFound } from "../../../../_webhooks/endpoint-not-found";

export default function NotFound() {
  return <EndpointNotFound />;
}
