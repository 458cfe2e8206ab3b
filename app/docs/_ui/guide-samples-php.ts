/** The PHP samples of the guide, by chapter. */
export const GUIDE_PHP: Record<string, (baseUrl: string) => string> = {
  retries: (baseUrl) => `
<?php

function create_account(array $account): array
{
    $retry_after = null;
    $request = curl_init("${baseUrl}/accounts");
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => json_encode($account),
        CURLOPT_HTTPHEADER => [
            "Authorization: Bearer " . getenv("LATCHKEY_KEY"),
            "Content-Type: application/json",
            // The same for every attempt.
            "Idempotency-Key: " . bin2hex(random_bytes(16)),
        ],
        CURLOPT_HEADERFUNCTION => function ($request, $line) use (&$retry_after) {
            if (preg_match("/^retry-after: (\\d+)/i", $line, $match)) {
                $retry_after = (int) $match[1];
            }
            return strlen($line);
        },
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
    ]);
    for ($attempt = 1; ; $attempt++) {
        $retry_after = 2 ** $attempt;
        $response = curl_exec($request);
        // 0 if there was no response.
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if ($response !== false && $status < 400) {
            return json_decode($response, true);
        }
        if ($attempt === 5 || !in_array($status, [0, 408, 429, 500, 502, 503, 504])) {
            throw new RuntimeException("$status: $response " . curl_error($request));
        }
        sleep($retry_after);
    }
}

$customer = "crm-" . bin2hex(random_bytes(4)); // Your own ID for the customer.
print_r(create_account(["email" => "$customer@example.com"]));`,
  lists: (baseUrl) => `
<?php

function read_page(array $query): array
{
    $request = curl_init("${baseUrl}/accounts?" . http_build_query($query));
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("LATCHKEY_KEY")],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $response = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($status !== 200) {
        throw new RuntimeException("$status: $response " . curl_error($request));
    }
    return json_decode($response, true);
}

$query = ["limit" => 100];
do {
    $page = read_page($query);
    foreach ($page["data"] as $account) {
        echo $account["id"], PHP_EOL;
    }
    $query["cursor"] = $page["next_cursor"];
} while ($query["cursor"] !== null);`,
  "conditional-requests": (baseUrl) => `
<?php

function read_prices(): array
{
    static $etag = null;
    static $prices = null;
    $headers = ["Authorization: Bearer " . getenv("LATCHKEY_KEY")];
    if ($etag !== null) {
        $headers[] = "If-None-Match: $etag";
    }
    $request = curl_init("${baseUrl}/prices");
    curl_setopt_array($request, [
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_HEADERFUNCTION => function ($request, $line) use (&$etag) {
            if (preg_match("/^etag: (\\S+)/i", $line, $match)) {
                $etag = $match[1];
            }
            return strlen($line);
        },
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $response = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    // A 304 has no body: keep what you have.
    if ($status === 304) {
        return $prices;
    }
    if ($status !== 200) {
        throw new RuntimeException("$status: $response " . curl_error($request));
    }
    return $prices = json_decode($response, true);
}

read_prices();
print_r(read_prices());`,
};
