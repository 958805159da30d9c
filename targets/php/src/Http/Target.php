<?php

declare(strict_types=1);

namespace Wirefare\Http;

use ErrorException;
use Throwable;
use Wirefare\Data\StoredData;

/** Which path does what; and what happens when something goes wrong. */
final class Target
{
    private const PATHS = ['/about', '/bytes', '/exchange'];

    /** Parts of the contract that this target does not have. */
    private const LACKING = '~^/(?:(?:call|sequence)(?:/.*)?|message|events|stream|poll|socket|transport|soap|dictionary)$~D';

    private const METHODS = ['GET', 'HEAD', 'OPTIONS'];

    private const PREFLIGHT_SECONDS = 7_200;

    public function __construct(private readonly Features $features, private readonly string $folder)
    {
    }

    public function answer(Request $request): void
    {
        set_error_handler(static function (int $level, string $what, string $file, int $line): bool {
            return (error_reporting() & $level) === 0
                ? false
                : throw new ErrorException($what, 0, $level, $file, $line);
        });
        try {
            $this->dispatch($request);
        } catch (Refusal $refusal) {
            self::refuse($refusal);
        } catch (Throwable $thrown) {
            error_log((string) $thrown);
            self::refuse(new Refusal(500, $thrown->getMessage()));
        }
    }

    private function dispatch(Request $request): void
    {
        if ($request->refusedByApache !== null) {
            throw new Refusal($request->refusedByApache, "Apache refuses it with status $request->refusedByApache");
        }
        Gate::check($request);
        self::check($request);
        if ($request->method === 'OPTIONS') {
            self::options();
            return;
        }
        match ($request->path) {
            '/about' => (new About($this->features))->answer($request->acceptEncoding),
            '/bytes' => (new Bytes("$this->folder/random"))->answer($request->query),
            '/exchange' => (new Exchange($this->features, new StoredData("$this->folder/data")))->answer($request->query),
        };
    }

    private static function check(Request $request): void
    {
        if (preg_match(self::LACKING, $request->path) === 1) {
            throw new Refusal(501, "this target does not have $request->path");
        }
        if (!in_array($request->path, self::PATHS, true)) {
            throw new Refusal(404, "no $request->path here", allowed: self::PATHS);
        }
        if (!in_array($request->method, self::METHODS, true)) {
            throw new Refusal(405, "$request->path does not take $request->method", allowed: self::METHODS);
        }
    }

    private static function refuse(Refusal $refusal): void
    {
        if (headers_sent()) {
            return;
        }
        header_remove();
        $body = $refusal->document();
        $lines = ['Content-Type: application/problem+json', Head::length($body)];
        if ($refusal->status === 405) {
            $lines[] = 'Allow: ' . implode(', ', self::METHODS);
        }
        in_array($refusal->status, Gate::STATUSES, true)
            ? Head::sendToNobody($refusal->status, ...$lines)
            : Head::send($refusal->status, ...$lines);
        echo $body;
    }

    private static function options(): void
    {
        $methods = implode(', ', self::METHODS);
        Head::send(
            204,
            "Allow: $methods",
            "Access-Control-Allow-Methods: $methods",
            'Access-Control-Allow-Headers: Content-Type, *',
            'Access-Control-Max-Age: ' . self::PREFLIGHT_SECONDS,
        );
    }
}
