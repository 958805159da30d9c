<?php

// Stands in the place of the target's public/index.php for the bench: a page as anyone would write it, beside all that the
// target answers, in the same Apache.

declare(strict_types=1);

$at = parse_url($_SERVER['REQUEST_URI']);
if ($at['path'] !== '/plain') {
    require __DIR__ . '/target.php';
    return;
}
parse_str($at['query'], $query);
$books = require getenv('WIREFARE_APACHE_FOLDER') . '/data/book-00000.php';
$body = json_encode(array_slice($books, 0, (int) $query['n']), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
header('Content-Type: application/json');
header('Content-Length: ' . strlen($body));
echo $body;
