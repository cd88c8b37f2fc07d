<?php
/**
 * What WooCommerce lists under "Address autocomplete". The work is done in provider.js, in the visitor's browser.
 *
 * @package Doorplate
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/** The id is that of the provider that provider.js registers. */
class Doorplate_Address_Provider extends WC_Address_Provider {
	/** @var string */
	public $id = 'doorplate';

	/** @var string */
	public $name = 'Doorplate';
}
