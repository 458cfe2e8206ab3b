/** A complete receiver in each language. `e2e/webhook-samples.test.ts` runs them as shown. */
export const RECEIVER_SAMPLES: Record<string, string> = {
  TypeScript: `
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

const [, base64 = ""] = (process.env.WEBHOOK_SECRET ?? "").split("whsec_");
const secret = Buffer.from(base64, "base64");
if (secret.length === 0) throw new Error("Set WEBHOOK_SECRET.");

createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isSigned(request, body)) {
    response.writeHead(400).end();
    return;
  }
  const event = JSON.parse(body.toString()) as { id: string; type: string };
  // Store the event, unless you have stored its ID. Process it afterwards.
  console.log(event.id, event.type);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 4000));

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[\`webhook-\${name}\`] ?? ""),
  );
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!timestamp || !(ageSeconds <= 300)) return false;
  const content = Buffer.concat([Buffer.from(\`\${id}.\${timestamp}.\`), body]);
  const expected = createHmac("sha256", secret).update(content).digest();
  return (signatures ?? "").split(" ").some((one) => {
    const [version, text = ""] = one.split(",");
    const signature = Buffer.from(text, "base64");
    const isSameLength = signature.length === expected.length;
    return version === "v1" && isSameLength && timingSafeEqual(signature, expected);
  });
}`.trim(),
  "latchkey.ts": `
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "./latchkey.js";

const secret = process.env.WEBHOOK_SECRET ?? "";

createServer(async (request, response) => {
  const body = await buffer(request);
  try {
    const event = await verifyWebhook({ body, headers: request.headers, secret });
    // Store the event, unless you have stored its ID. Process it afterwards.
    console.log(event.id, event.type);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 4000));`.trim(),
  Python: `
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(os.environ["WEBHOOK_SECRET"][len("whsec_") :])


def is_signed(headers, body):
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    content = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = hmac.new(secret, content, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(one, expected) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_signed(self.headers, body):
            self.send_response(400)
            self.end_headers()
            return
        event = json.loads(body)
        # Store the event, unless you have stored its ID. Process it afterwards.
        print(event["id"], event["type"], flush=True)
        self.send_response(204)
        self.end_headers()


port = int(os.environ.get("PORT", "4000"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()`.trim(),
  PHP: `
<?php // Run it with: php -S localhost:4000 receiver.php

function is_signed(string $body): bool
{
    $text = (string) getenv("WEBHOOK_SECRET");
    $secret = base64_decode(substr($text, strlen("whsec_")));
    $id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
    $timestamp = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
    $is_off = !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300;
    if ($secret === "" || $is_off) {
        return false;
    }
    $hash = hash_hmac("sha256", "$id.$timestamp.$body", $secret, true);
    $expected = "v1," . base64_encode($hash);
    $signatures = explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "");
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents("php://input");
if (!is_signed($body)) {
    http_response_code(400);
    exit();
}
$event = json_decode($body, true);
// Store the event, unless you have stored its ID. Process it afterwards.
error_log($event["id"] . " " . $event["type"]);
http_response_code(204);`.trim(),
};
